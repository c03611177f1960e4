import { expect, test } from 'vitest'
import { TEST_PERSON } from '../../../test/test-person.ts'
import type { RedisPool } from '../../redis/redis-pool.ts'
import { createSessionCache } from './session-cache.ts'

const IDLE_SECONDS = 60
const MAX_AGE_MILLISECONDS = 4000

test('entries that are too old, or from an instance whose clock is ahead, are ignored', async () => {
  const cache = createSessionCache({
    redis: createFakeRedis(),
    macKey: new Uint8Array(32),
    idleSeconds: IDLE_SECONDS,
  })
  const findFrom = async (readAt: number) => {
    await cache.add('hash', { person: TEST_PERSON, secondsLeft: 60, idleForSeconds: 0 }, readAt)
    return cache.find('hash')
  }
  expect(await findFrom(Date.now())).toEqual(TEST_PERSON)
  expect(await findFrom(Date.now() - MAX_AGE_MILLISECONDS)).toBeUndefined()
  expect(await findFrom(Date.now() + 60_000)).toBeUndefined()
})

test('a session that its entry would outlive is not kept', async () => {
  const cache = createSessionCache({
    redis: createFakeRedis(),
    macKey: new Uint8Array(32),
    idleSeconds: IDLE_SECONDS,
  })
  const findWith = async (secondsLeft: number) => {
    await cache.add('hash', { person: TEST_PERSON, secondsLeft, idleForSeconds: 0 }, Date.now())
    return cache.find('hash')
  }
  expect(await findWith(3)).toBeUndefined()
  expect(await findWith(5)).toEqual(TEST_PERSON)
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
