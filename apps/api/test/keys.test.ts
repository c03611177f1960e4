import { expect } from 'vitest'
import { createIsAdmin } from '../src/access/identity.ts'
import type { BrowserSession } from './browser-session.ts'
import { test as base, me, resetDiscord, signIn } from './login-setup.ts'
import { type RequestOptions, rawFetch } from './raw-request.ts'
import { createTestKey, type TestApi } from './start-test-api.ts'

const ADMIN = '424242'

const test = base.extend<{ env: Record<string, string>; admin: BrowserSession }>({
  env: [
    async ({ discord }, use) => use({ AUTH: 'required', ADMINS: `discord:${ADMIN}`, ...discord.env }),
    { scope: 'file' },
  ],
  admin: [
    async ({ api, discord }, use) => {
      resetDiscord(discord)
      discord.user = { id: ADMIN, username: 'operator' }
      await use(await signIn(api))
    },
    { scope: 'file' },
  ],
})

/** The status of a request for keys and its body. */
async function send(browser: BrowserSession, api: TestApi, path: string, options: RequestOptions = {}) {
  const { status, body } = await browser.fetch(`${api.baseUrl}/v1/keys${path}`, options)
  return { status, body: JSON.parse(body) }
}

const create = (browser: BrowserSession, api: TestApi, body: object, headers = {}) =>
  send(browser, api, '', {
    method: 'POST',
    headers,
    body,
  })

const setWith = (key: string, { baseUrl }: TestApi) =>
  rawFetch(`${baseUrl}/set`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: { user_id: 'anyone', username: 'x', timezone: 'UTC' },
  })

test('a key that expires at infinity never expires', async ({ api, admin }) => {
  const { body } = await create(admin, api, { name: 'forever', scopes: ['records:read'] })
  await api.execute(`update api_keys set expires_at = 'infinity' where id = ${body.id}`)
  const { keys } = (await send(admin, api, '')).body
  expect(keys).toContainEqual(expect.objectContaining({ id: body.id, expires_at: null }))
})

test('an admin creates a key, sees it in the list without its secret, and revokes it', async ({
  api,
  admin,
}) => {
  expect((await me(admin, api)).body).toMatchObject({ admin: true })
  const { status, body: created } = await create(admin, api, {
    name: 'bot',
    scopes: ['records:write', 'records:write'],
  })
  expect([status, created]).toEqual([
    200,
    { id: expect.any(Number), name: 'bot', scopes: ['records:write'], key: expect.stringMatching(/^tzr_/) },
  ])
  expect((await setWith(created.key, api)).status).toBe(200)

  const { body } = await send(admin, api, '')
  expect(body.keys[0]).toMatchObject({
    id: created.id,
    name: 'bot',
    scopes: ['records:write'],
    expires_at: null,
  })
  const stored = await api.execute(`select key_hash from api_keys where id = ${created.id}`)
  expect(stored).toHaveLength(1)
  expect(JSON.stringify(body)).not.toContain(stored[0]?.key_hash)
  expect(JSON.stringify(body)).not.toContain(created.key.slice(4, 20))

  const revoke = () => send(admin, api, `/${created.id}`, { method: 'DELETE' })
  expect(await revoke()).toMatchObject({ status: 200, body: { message: 'Key revoked', id: created.id } })
  await expect.poll(async () => (await setWith(created.key, api)).status).toBe(401)
  expect((await revoke()).status).toBe(404)
  const { keys } = (await send(admin, api, '')).body
  expect(keys.map(({ id }: { id: number }) => id)).not.toContain(created.id)
})

test.for([
  { name: '', scopes: ['admin'] },
  { name: 'two\nlines', scopes: ['admin'] },
  { name: 'x'.repeat(256), scopes: ['admin'] },
  { name: 'none', scopes: [] },
  { name: 'unknown', scopes: ['root'] },
  { name: 'hash', scopes: ['admin'], key_hash: 'x' },
])('%j creates no key', async (body, { api, admin }) => {
  expect((await create(admin, api, body)).status).toBe(400)
})

test('a key is valid for as long as its creator says, at most ten years', async ({ api, admin }) => {
  const { body: created } = await create(admin, api, {
    name: 'short',
    scopes: ['records:write'],
    expires_in_seconds: 3600,
  })
  const { body: listed } = await send(admin, api, '')
  const [key] = listed.keys.filter(({ id }: { id: number }) => id === created.id)
  expect(Date.parse(key.expires_at) - Date.parse(key.created_at)).toBe(3_600_000)
  expect((await setWith(created.key, api)).status).toBe(200)
  const later = { name: 'other', scopes: ['records:write'] }
  for (const expires_in_seconds of [0, -1, 1.5, 11 * 365 * 86_400, '60'])
    expect((await create(admin, api, { ...later, expires_in_seconds })).status).toBe(400)
})

test('nobody else can list, create or revoke keys, whatever their own rights', async ({
  api,
  admin,
  discord,
}) => {
  const { id, key } = await createTestKey(api, { scopes: ['admin'] })
  resetDiscord(discord)
  const other = await signIn(api)
  expect((await me(other, api)).body).toMatchObject({ admin: false })
  expect((await send(other, api, '')).status).toBe(403)
  expect((await create(other, api, { name: 'x', scopes: ['records:read'] })).status).toBe(403)
  expect((await send(other, api, `/${id}`, { method: 'DELETE' })).status).toBe(403)
  // A key cannot create a successor that would survive its revocation.
  const headers = { authorization: `Bearer ${key}` }
  for (const more of [{}, { method: 'POST', body: { name: 'x', scopes: ['admin'] } }])
    expect((await api.request('/keys', { headers, ...more })).status).toBe(401)
  const { keys } = (await send(admin, api, '')).body
  expect(keys.filter(({ name }: { name: string }) => name === 'x')).toEqual([])
})

test('an admin is somebody of the issuer that their provider has now', () => {
  const providers = [
    { id: 'discord', issuer: 'https://discord.com' },
    { id: 'oidc', issuer: 'https://login.example' },
  ]
  const isAdmin = createIsAdmin([`discord:${ADMIN}`, 'oidc:a:b'], providers)
  const at = (issuer: string, subject: string) => isAdmin({ issuer, subject })
  expect([at('https://discord.com', ADMIN), at('https://login.example', 'a:b')]).toEqual([true, true])
  const others = [at('https://login.example', ADMIN), at('https://earlier.example', 'a:b')]
  expect(others).toEqual([false, false])
})

test('no page of another origin manages keys for an admin, not even one that may write records', async ({
  api,
  admin,
}) => {
  const { id } = await createTestKey(api)
  for (const origin of ['https://discord.com', 'https://evil.example', 'null']) {
    const refused = await create(admin, api, { name: 'stolen', scopes: ['admin'] }, { origin })
    expect(refused, origin).toMatchObject({ status: 403 })
    const listed = await admin.fetch(`${api.baseUrl}/v1/keys`, { headers: { origin } })
    const isReadable = listed.headers.get('access-control-allow-credentials') === 'true'
    expect(listed.status === 200 && isReadable, origin).toBe(false)
    const revoked = await send(admin, api, `/${id}`, { method: 'DELETE', headers: { origin } })
    expect(revoked, origin).toMatchObject({ status: 403 })
  }
  const own = await create(admin, api, { name: 'own', scopes: ['admin'] }, { origin: api.baseUrl })
  expect(own.status).toBe(200)
})
