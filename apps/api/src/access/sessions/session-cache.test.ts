import { expect, test } from 'vitest'
import { TEST_PERSON } from '../../../test/test-person.ts'
import type { RedisPool } from '../../redis/redis-pool.ts'
import { createSessionCache } from './session-cache.ts'

const MAX_AGE_MILLISECONDS = 4000

test('entries that are too old, or from an instance whose clock is ahead, are ignored', async () => {
  const cache = createSessionCache({
    redis: createFakeRedis(),
    macKey: new Uint8Array(32),
    maxAgeMilliseconds: MAX_AGE_MILLISECONDS,
  })
  const findFrom = async (readAt: number) => {
    await cache.add('hash', TEST_PERSON, readAt)
    return cache.find('hash')
  }
  expect(await findFrom(Date.now())).toEqual(TEST_PERSON)
  expect(await findFrom(Date.now() - MAX_AGE_MILLISECONDS)).toBeUndefined()
  expect(await findFrom(Date.now() + 60_000)).toBeUndefined()
})

/** Keeps what is set, without expiry. */
function createFakeRedis(): RedisPool {
  const values = new Map<string, string>()
  const connection = {
    get: async (key: string) => values.get(key) ?? null,
    set: async (key: string, value: string) => void values.set(key, value),
  }
  return {
    keyPrefix: 'test',
    run: (command: (fake: unknown) => Promise<unknown>) => command(connection),
  } as unknown as RedisPool
}
