import type { Change } from '@timezone-registry/contract'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect } from 'vitest'
import { test } from './login-setup.ts'
import { lastingHeaders, rawFetch } from './raw-request.ts'
import { createCallers, FOR_STRANGERS } from './record-callers.ts'
import { runCommand } from './run-command.ts'
import { createTestKey, execute, startTestApi } from './start-test-api.ts'

test('those who may see a private record get the pages for strangers as well', async ({ discord }) => {
  await using api = await startTestApi({ AUTH: 'required', ...discord.env })
  const { callers, ownId } = await createCallers(api, discord)
  await api.execute(
    `insert into timezones (user_id, username, timezone, visibility) values ('${ownId}', 'x', 'UTC', 'private')`,
  )
  for (const toRoute of FOR_STRANGERS) {
    const show = async (caller: string, id: string) => {
      const { path, headers, ...route } = toRoute(id)
      const answer = await api.request(path, {
        ...route,
        headers: { ...headers, ...callers[caller] },
      })
      const body = answer.body.replace(/"request_id":"[^"]+"/, '')
      return { status: answer.status, shown: lastingHeaders(answer.headers), body }
    }
    const missing = await show('nobody', 'missing')
    expect(missing.status).toBe(404)
    for (const caller of ['own session', 'an admin key']) expect(await show(caller, ownId)).toEqual(missing)
  }
})

test('each answer to an admin key with a private record is audited, and nothing else about reads', async ({
  discord,
}) => {
  const DATABASE_URL = await createTestDatabase()
  await using service = startProcess({ DATABASE_URL, AUTH: 'required', ...discord.env })
  const baseUrl = await service.ready()
  await execute(
    DATABASE_URL,
    "insert into timezones (user_id, username, timezone, visibility) values ('p', 'x', 'UTC', 'private'), ('q', 'x', 'UTC', 'private'), ('u', 'x', 'UTC', 'unlisted')",
  )
  for (const scope of ['admin', 'records:read']) {
    const created = await runCommand({ DATABASE_URL }, 'keys', 'create', '--name', scope, '--scope', scope)
    const headers = { authorization: `Bearer ${created.stdout.trim()}` }
    for (const path of ['/get?id=p', '/get?id=u', '/get?id=none', '/lookup?ids=u,p,q,none', '/list'])
      await rawFetch(`${baseUrl}${path}`, { headers })
  }
  service.kill('SIGTERM')
  await service.ended()
  const read = { action: 'read_private', outcome: 'revealed', caller: { kind: 'key' } }
  expect(service.log.filter(({ msg, action }) => msg === 'audit' && action !== 'key_create')).toMatchObject([
    { ...read, user_ids: ['p'] },
    { ...read, user_ids: ['p', 'q'] },
  ])
})

test('lists, searches and statistics contain public records only, for every caller', async ({ discord }) => {
  await using api = await startTestApi({ AUTH: 'required', ...discord.env })
  await api.execute(
    "insert into timezones (user_id, username, timezone, visibility) select v, 'name', 'Asia/' || v, v from unnest(array['public', 'unlisted', 'private']) v",
  )
  const { callers } = await createCallers(api, discord)
  for (const headers of Object.values(callers)) {
    const read = async (path: string) => JSON.parse((await api.request(path, { headers })).body)
    expect(Object.keys(await read('/list'))).toEqual(['public'])
    expect((await read('/search?name=name')).users.map((user: { id: string }) => user.id)).toEqual(['public'])
    expect((await read('/stats')).timezone_distribution).toEqual({ 'Asia/public': 1 })
    expect((await read('/changes')).changes.map((change: Change) => change.user_id)).toEqual(['public'])
  }
})

test('a key that is limited to public records does not see unlisted ones; everyone else does', async ({
  discord,
}) => {
  await using api = await startTestApi({ AUTH: 'required', ...discord.env })
  await api.execute(
    "insert into timezones (user_id, username, timezone, visibility) values ('ulla', 'x', 'UTC', 'unlisted')",
  )
  const { callers } = await createCallers(api, discord)
  const both = await createTestKey(api, { scopes: ['records:read:public', 'records:read'] })
  const all = { ...callers, both: { authorization: `Bearer ${both.key}` } }
  for (const [caller, headers] of Object.entries(all)) {
    const { status } = await api.request('/get?id=ulla', { headers })
    expect([caller, status]).toEqual([caller, caller === 'a public key' ? 404 : 200])
  }
})
