import { expect, test } from 'vitest'
import { rawFetch } from './raw-request.ts'
import { execute, startTestApi } from './start-test-api.ts'

// Just below the limit for a statement; two of them take longer than a caller waits.
const SLOW_WRITES = `
  create function be_slow() returns trigger language plpgsql as 'begin perform pg_sleep(1.8); return new; end';
  create trigger be_slow before update on timezones for each row execute function be_slow()`

test('a write that commits after its caller was refused is shown', async () => {
  await using api = await startTestApi()
  const read = async () => JSON.parse((await rawFetch(`${api.baseUrl}/get?id=ann`)).body).timezone
  const set = (timezone: string) =>
    rawFetch(`${api.baseUrl}/set`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: 'ann', username: 'ann', timezone }),
    })
  await set('UTC')
  await execute(api.databaseUrl, SLOW_WRITES)

  const first = set('Europe/Berlin')
  // Once this is answered, the first write has begun, and the second one has to wait for it.
  await rawFetch(`${api.baseUrl}/livez`)
  const second = set('Asia/Tokyo')
  expect((await first).status).toBe(200)
  expect((await second).status).toBe(503)
  // Cached before the second write commits.
  expect(await read()).toBe('Europe/Berlin')
  await expect.poll(read).toBe('Asia/Tokyo')
})
