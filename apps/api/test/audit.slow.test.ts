import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect } from 'vitest'
import { outcomeOfError } from '../src/access/audit.ts'
import { Forbidden, Overloaded, Unavailable } from '../src/errors.ts'
import { createLogger } from '../src/logger.ts'
import { createBrowserSession } from './browser-session.ts'
import { agree, signIn, test } from './login-setup.ts'
import { rawFetch } from './raw-request.ts'
import { runCommand } from './run-command.ts'
import { startTestApi } from './start-test-api.ts'

test('each line has the requested value, the outcome and the caller’s network', async ({ discord }) => {
  await using api = await startAudited({
    AUTH: 'required',
    TRUST_PROXY: '1',
    ADMINS: `discord:${discord.user.id}`,
    ...discord.env,
  })
  const address = api.baseUrl
  const browser = await signIn({ baseUrl: address })
  const headers = { 'x-forwarded-for': '203.0.113.77' }
  const set = (timezone: string) =>
    browser.fetch(`${address}/set`, { method: 'POST', headers, body: { timezone } })
  await set('europe/berlin')
  await set('Nowhere/Town')
  const hide = { visibility: 'private' }
  await browser.fetch(`${address}/visibility`, { method: 'PUT', headers, body: hide })
  await browser.fetch(`${address}/get?id=${discord.user.id}`, { headers: { 'registry-act-as': 'admin' } })
  await browser.fetch(`${address}/delete`, { method: 'DELETE' })
  await browser.fetch(`${address}/delete`, { method: 'DELETE' })
  const body = { name: 'bot', scopes: ['records:read'] }
  const created = await browser.fetch(`${address}/keys`, { method: 'POST', headers, body })
  const key_id: number = JSON.parse(created.body).id
  await browser.fetch(`${address}/keys/${key_id}`, { method: 'DELETE' })
  const { callback } = await agree(address)
  expect((await createBrowserSession().fetch(callback)).status).toBe(403)
  await browser.fetch(`${address}/logout`, { method: 'POST' })
  const leaving = await signIn({ baseUrl: address })
  await leaving.fetch(`${address}/me/sessions/unknown`, { method: 'DELETE' })
  await leaving.fetch(`${address}/me/erase`, { method: 'POST' })

  const user_id = discord.user.id
  expect(api.lines()).toMatchObject([
    { action: 'login', provider: 'discord', outcome: 'signed_in', caller: { kind: 'session' } },
    { action: 'set', user_id, timezone: 'europe/berlin', outcome: 'saved', network: '203.0.113.0/24' },
    { action: 'set', user_id, timezone: 'Nowhere/Town', outcome: 'refused' },
    { action: 'visibility', user_id, visibility: 'private', outcome: 'saved' },
    { action: 'read_private', user_ids: [user_id], outcome: 'revealed', caller: { kind: 'session' } },
    { action: 'delete', user_id, outcome: 'deleted' },
    { action: 'delete', user_id, outcome: 'absent' },
    { action: 'key_create', name: 'bot', scopes: ['records:read'], outcome: 'created', key_id },
    { action: 'key_revoke', outcome: 'revoked', key_id, caller: { kind: 'session' } },
    { action: 'login', outcome: 'refused', caller: { kind: 'anyone' } },
    { action: 'logout', outcome: 'signed_out' },
    { action: 'login', outcome: 'signed_in' },
    { action: 'session_end', outcome: 'absent' },
    { action: 'erase', user_id, outcome: 'deleted' },
  ])
})

test.for([
  ['on', 'warn', 1],
  ['off', 'info', 0],
] as const)('AUDIT_LOG=%s at LOG_LEVEL=%s writes %i lines for a set', async ([AUDIT_LOG, level, lines]) => {
  await using api = await startAudited({ AUDIT_LOG }, level)
  const set = await api.client.setTimezone({ body: { user_id: '1', username: 'x', timezone: 'UTC' } })
  expect(set.status).toBe(200)
  expect(api.lines()).toHaveLength(lines)
})

test('two keys that set the same user concurrently each get a line with their own value, and a bulk write one per record', async () => {
  await using api = await startAudited({ AUTH: 'required' })
  const { baseUrl: address, databaseUrl: DATABASE_URL } = api
  const zones = ['Europe/Berlin', 'Asia/Tokyo', 'UTC', 'America/New_York']
  const keys: string[] = []
  for (const name of ['one', 'two', 'three', 'four']) {
    const create = ['keys', 'create', '--name', name, '--scope', 'records:write']
    keys.push((await runCommand({ DATABASE_URL }, ...create)).stdout.trim())
  }
  const set = (key: string, timezone: string) =>
    rawFetch(`${address}/set`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: { user_id: 'ann', username: 'Ann', timezone },
    })
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => keys.map((key, index) => set(key, zones[index] ?? ''))).flat(),
  )
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  // Some were merged: their responses show a value that another key sent.
  const shown = answers.map(({ body }) => JSON.parse(body).timezone)
  expect(shown.filter((zone, index) => zone !== zones[index % zones.length])).not.toEqual([])
  const records = [
    { user_id: 'bob', username: 'Bob', timezone: 'utc' },
    { user_id: 'ann', delete: true },
    { user_id: 'eve', delete: true },
  ]
  await rawFetch(`${address}/bulk`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys[0]}` },
    body: { records },
  })
  const all = api.lines()
  const lines = all.slice(0, answers.length)
  expect(lines).toHaveLength(answers.length)
  const byUser = (a: { user_id?: unknown }, b: { user_id?: unknown }) =>
    String(a.user_id).localeCompare(String(b.user_id))
  expect(all.slice(answers.length).toSorted(byUser)).toMatchObject([
    { action: 'delete', user_id: 'ann', outcome: 'deleted', caller: { kind: 'key' } },
    { action: 'set', user_id: 'bob', timezone: 'utc', outcome: 'saved' },
    { action: 'delete', user_id: 'eve', outcome: 'absent' },
  ])
  for (const { caller, timezone, outcome } of lines) {
    const { id } = caller as { id: string }
    expect([timezone, outcome]).toEqual([zones[Number(id) - 1], 'saved'])
  }
})

test('a set whose result is lost is logged as unknown: it may have been saved', async () => {
  await using postgres = await startTestPostgres()
  await using api = await startAudited({ DATABASE_URL: postgres.url })
  postgres.pause()
  const answer = await api.client.setTimezone({
    body: { user_id: 'ann', username: 'Ann', timezone: 'UTC' },
  })
  expect(answer.status).toBe(503)
  await expect
    .poll(api.lines)
    .toMatchObject([{ action: 'set', user_id: 'ann', timezone: 'UTC', outcome: 'unknown' }])
  postgres.resume()
})

test('an import writes a line with its counts', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'audit-'))
  const file = join(directory, 'rows.jsonl')
  writeFileSync(file, '{"user_id":"1","username":"x","timezone":"UTC"}\n{"user_id":"2"}\n')
  const DATABASE_URL = await createTestDatabase()
  const { stderr } = await runCommand({ DATABASE_URL }, 'import', '--from', file)
  expect(auditLine(stderr)).toMatch(/^Audit: \w+, import, imported at \S+Z \(.*\badded 1\b.*, bad 1\b.*\)$/)
  expect(auditLine(stderr)).toContain(`from ${file}`)
  rmSync(directory, { recursive: true })
})

test('key commands write a line for people to standard error, wherever that leads, without the key', async () => {
  const DATABASE_URL = await createTestDatabase()
  const create = ['keys', 'create', '--name', 'bot', '--scope', 'records:write']
  const created = await runCommand({ DATABASE_URL }, ...create)
  const revoked = await runCommand({ DATABASE_URL }, 'keys', 'revoke', '1')
  expect(auditLine(created.stderr)).toMatch(
    /, key_create, created at [-\dT:]{19}Z \(name bot, scopes records:write, key_id 1\)$/,
  )
  expect(auditLine(revoked.stderr)).toMatch(/, key_revoke, revoked at \S+Z \(key_id 1\)$/)
  expect(created.stderr + revoked.stderr).not.toContain('{')
  expect(created.stdout).toMatch(/^tzr_[0-9a-f]{64}\n$/)
  expect(created.stderr).not.toContain('tzr_')
})

test('the outcome is `refused` only if nothing can have changed', () => {
  expect(outcomeOfError(new Forbidden('no'))).toBe('refused')
  expect(outcomeOfError(new Overloaded())).toBe('refused')
  expect(outcomeOfError(new Unavailable('later', { retryAfterSeconds: 1 }))).toBe('unknown')
  expect(outcomeOfError(new Error('Connection terminated unexpectedly'))).toBe('unknown')
  expect(outcomeOfError(Object.assign(new Error('deadlock'), { code: '40P01' }))).toBe('refused')
})

/** A service that is audited, at this log level; `lines` are what the audit has written so far. */
async function startAudited(env: Record<string, string>, level = 'info') {
  const written: string[] = []
  const stream = { write: (line: string) => void written.push(line) }
  const api = await startTestApi({ AUDIT_LOG: 'on', ...env }, createLogger({ level, stream }))
  const lines = (): Record<string, unknown>[] =>
    written.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'audit')
  return { ...api, lines }
}

function auditLine(stderr: string): string | undefined {
  return /^Audit: .*$/m.exec(stderr)?.[0]
}
