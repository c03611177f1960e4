import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect } from 'vitest'
import { createBrowserSession } from './browser-session.ts'
import { agree, loginCookieOf, test } from './login-setup.ts'
import { rawFetch } from './raw-request.ts'

test('no secret reaches the log', async ({ discord }) => {
  const initialKey = `tzr_${'c0de'.repeat(16)}`
  const file = join(await mkdtemp(join(tmpdir(), 'key-')), 'key')
  await writeFile(file, `${initialKey}\n`)
  await using service = startProcess({
    DATABASE_URL: await createTestDatabase(),
    AUTH: 'required',
    LOG_LEVEL: 'trace',
    INITIAL_API_KEY_FILE: file,
    ...discord.env,
  })
  const address = await service.ready()
  const browser = createBrowserSession()
  const begun = await browser.fetch(`${address}/auth/discord`)
  const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? ''
  const callback = (await browser.fetch(begun.headers.get('location') ?? '')).headers.get('location') ?? ''
  const [, secret = ''] = loginCookieOf(browser).split('=')
  await browser.fetch(callback)
  await browser.fetch(callback)
  await browser.fetch(`${address}/set`, { method: 'POST', body: { timezone: 'UTC' } })
  const key = `tzr_${'ab'.repeat(36)}`
  await rawFetch(`${address}/set`, { method: 'POST', headers: { authorization: `Bearer ${key}` } })
  discord.fault = 'down'
  await (await agree(address)).browser
    .fetch(`${address}/auth/discord/callback?code=c0de-of-a-page`, {
      headers: { origin: 'https://discord.com' },
    })
    .catch(() => {})
  discord.fault = undefined

  service.kill('SIGTERM')
  await service.ended()
  const log = JSON.stringify(service.log)
  const audit = service.log.filter(({ msg }) => msg === 'audit')
  expect(audit).toMatchObject([
    { action: 'key_create', outcome: 'created', caller: { kind: 'operator', id: 'INITIAL_API_KEY' } },
    {
      action: 'login',
      outcome: 'signed_in',
      caller: { kind: 'session', id: `discord:${discord.user.id}` },
    },
    { action: 'login', outcome: 'refused' },
    {
      action: 'set',
      outcome: 'saved',
      caller: { kind: 'session' },
      user_id: discord.user.id,
      timezone: 'UTC',
      request_id: expect.any(String),
    },
    { action: 'login', outcome: 'unknown' },
  ])
  const code = new URL(callback).searchParams.get('code') ?? ''
  for (const value of [
    state,
    code,
    secret,
    browser.cookies.get('__Host-session') ?? '',
    key,
    initialKey,
    'c0de-of-a-page',
    discord.env.OAUTH_DISCORD_CLIENT_SECRET ?? '',
  ]) {
    expect(value.length).toBeGreaterThan(10)
    expect(log).not.toContain(value)
  }
})
