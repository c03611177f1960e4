import { expect, test } from 'vitest'
import { type RequestOptions, rawFetch } from './raw-request.ts'
import { execute, startTestApi } from './start-test-api.ts'

test('a stored zone that does not exist has no offset in any answer', async () => {
  await using api = await startTestApi()
  await execute(
    api.databaseUrl,
    `insert into timezones (user_id, username, timezone)
      values ('1', 'a', 'Mumbai'), ('2', 'b', 'Mars/Phobos'), ('3', 'c', 'Europe/Berlin')`,
  )
  const read = (path: string, request?: RequestOptions) => rawFetch(api.baseUrl + path, request)
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
