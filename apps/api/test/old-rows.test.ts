import { expect, test } from 'vitest'
import type { RequestOptions } from './raw-request.ts'
import { spawnCommand } from './run-command.ts'
import { startTestApi } from './start-test-api.ts'

test('a row with an empty id, from before the checks, is listed, exported and erased', async () => {
  await using api = await startTestApi()
  await api.execute('alter table timezones drop constraint timezones_user_id_text')
  await api.execute(`insert into timezones (user_id, username, timezone) values ('', 'nobody', 'UTC');
    insert into timezones (user_id, username, timezone) select n::text, 'x', 'UTC' from generate_series(1, 7000) n`)
  const list = async () => (await (await fetch(`${api.baseUrl}/list`)).json()) as Record<string, unknown>
  const registry = (...args: string[]) => spawnCommand({ DATABASE_URL: api.databaseUrl }, ...args)

  expect(Object.keys(await list())).toHaveLength(7001)
  expect(await list()).toMatchObject({ '': { username: 'nobody', timezone: 'UTC' } })
  const exported = JSON.parse((await registry('export')).stdout)
  expect(Object.keys(exported)).toHaveLength(7001)
  expect(exported).toMatchObject({ '': { username: 'nobody' } })
  const erased = await registry('erase', '')
  expect(erased.code).toBe(0)
  expect(erased.stderr).toMatch(/^Audit: \w+, erase, deleted at \S+ \(user_id \)$/m)
  await expect.poll(async () => Object.keys(await list()).length).toBe(7000)
})

test('a stored zone that does not exist has no offset in any answer', async () => {
  await using api = await startTestApi()
  await api.execute(`insert into timezones (user_id, username, timezone)
      values ('1', 'a', 'Mumbai'), ('2', 'b', 'Mars/Phobos'), ('3', 'c', 'Europe/Berlin')`)
  const read = (path: string, request?: RequestOptions) => api.request(path, request)
  expect((await read('/api/user/1')).status).toBe(404)
  const asked = { method: 'POST', body: ['1', '2', '3'] }
  expect(JSON.parse((await read('/api/user/bulk', asked)).body)).toMatchObject({
    1: null,
    2: null,
    3: { timezoneId: 'Europe/Berlin' },
  })
  expect(JSON.parse((await read('/time?ids=1,2,3')).body)).toMatchObject({
    users: { 3: expect.anything() },
    missing: ['1', '2'],
  })
  for (const path of ['/u/1', '/badge/1.svg', '/embed/1']) {
    const { status, body } = await read(path)
    expect({ path, status }).toEqual({ path, status: expect.toBeOneOf([200, 404]) })
    expect(body.replaceAll(/<script.*?<\/script>/gs, '')).not.toMatch(/UTC|\d\d:\d\d/)
  }
})
