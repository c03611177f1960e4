import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect } from 'vitest'
import { coarseNetworkOf, outcomeOfError } from '../src/access/audit.ts'
import { Forbidden, Overloaded, Unavailable } from '../src/errors.ts'
import { createBrowserSession } from './browser-session.ts'
import { agree, signIn, test } from './login-setup.ts'
import { rawFetch } from './raw-request.ts'

const REGISTRY = fileURLToPath(new URL('../src/cli/registry.ts', import.meta.url))

test('each line has the requested value, the outcome and the caller’s network', async ({ discord }) => {
  await using service = startProcess({
    DATABASE_URL: await createTestDatabase(),
    AUTH: 'required',
    TRUST_PROXY: '1',
    ...discord.env,
  })
  const address = await service.ready()
  const browser = await signIn({ baseUrl: address })
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.77' }
  const set = (timezone: string) =>
    browser.fetch(`${address}/set`, { method: 'POST', headers, body: JSON.stringify({ timezone }) })
  await set('europe/berlin')
  await set('Nowhere/Town')
  await browser.fetch(`${address}/delete`, { method: 'DELETE' })
  await browser.fetch(`${address}/delete`, { method: 'DELETE' })
  const { callback } = await agree(address)
  expect((await createBrowserSession().fetch(callback)).status).toBe(403)
  await browser.fetch(`${address}/logout`, { method: 'POST' })

  const user_id = discord.user.id
  expect(service.log.filter(({ msg }) => msg === 'audit')).toMatchObject([
    { action: 'login', provider: 'discord', outcome: 'signed_in', caller: { kind: 'session' } },
    { action: 'set', user_id, timezone: 'europe/berlin', outcome: 'saved', network: '203.0.113.0/24' },
    { action: 'set', user_id, timezone: 'Nowhere/Town', outcome: 'refused' },
    { action: 'delete', user_id, outcome: 'deleted' },
    { action: 'delete', user_id, outcome: 'absent' },
    { action: 'login', outcome: 'refused', caller: { kind: 'anyone' } },
    { action: 'logout', outcome: 'signed_out' },
  ])
})

test.for([
  ['on', 'warn', 1],
  ['off', 'info', 0],
] as const)(
  'AUDIT_LOG=%s at LOG_LEVEL=%s writes %i lines for a set',
  async ([AUDIT_LOG, LOG_LEVEL, lines]) => {
    const PORT = String(20_000 + Math.floor(Math.random() * 10_000))
    await using service = startProcess({
      DATABASE_URL: await createTestDatabase(),
      AUDIT_LOG,
      LOG_LEVEL,
      PORT,
    })
    const body = JSON.stringify({ user_id: '1', username: 'x', timezone: 'UTC' })
    const headers = { 'content-type': 'application/json' }
    const set = () => rawFetch(`http://127.0.0.1:${PORT}/set`, { method: 'POST', headers, body })
    await expect
      .poll(
        () =>
          set().then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 15_000 },
      )
      .toBe(200)
    expect(service.log.filter(({ msg }) => msg === 'audit')).toHaveLength(lines)
  },
)

test('key commands write a line to standard error, without the key', async () => {
  const DATABASE_URL = await createTestDatabase()
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [REGISTRY, 'keys', ...args], {
      env: { PATH: process.env.PATH, DATABASE_URL },
      encoding: 'utf8',
    })
  const created = run('create', '--name', 'bot', '--scope', 'records:write')
  const revoked = run('revoke', 'bot')
  const lines = [created, revoked].flatMap(({ stderr }) =>
    stderr.split('\n').filter((line) => line.startsWith('{')),
  )
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { action: 'key_create', caller: { kind: 'operator' }, key_id: 1, name: 'bot', outcome: 'created' },
    { action: 'key_revoke', key_id: 1, name: 'bot', outcome: 'revoked' },
  ])
  expect(created.stdout).toMatch(/^tzr_[0-9a-f]{72}\n$/)
  expect(created.stderr).not.toContain('tzr_')
})

test('the outcome is `refused` only if nothing can have changed', () => {
  expect(outcomeOfError(new Forbidden('no'))).toBe('refused')
  expect(outcomeOfError(new Overloaded('later', { retryAfterSeconds: 1 }))).toBe('refused')
  expect(outcomeOfError(new Unavailable('later', { retryAfterSeconds: 1 }))).toBe('unknown')
  expect(outcomeOfError(new Error('Connection terminated unexpectedly'))).toBe('unknown')
  expect(outcomeOfError(Object.assign(new Error('deadlock'), { code: '40P01' }))).toBe('refused')
})

test('an address is recorded as its network', () => {
  expect(coarseNetworkOf('203.0.113.77')).toBe('203.0.113.0/24')
  expect(coarseNetworkOf('::ffff:203.0.113.77')).toBe('203.0.113.0/24')
  expect(coarseNetworkOf('2001:db8:1234:5678::9')).toBe('2001:db8:1234::/48')
  expect(coarseNetworkOf('nonsense')).toBeUndefined()
  expect(coarseNetworkOf('2001:db8:1234:5678::/64')).toBe('2001:db8:1234::/48')
})
