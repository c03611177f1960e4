import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { TEST_PERSON } from '../../../test/test-person.ts'
import type { Person } from '../identity.ts'
import type { SessionCache } from './session-cache.ts'
import { createSessionLookup } from './session-lookup.ts'

const CACHED_FOR_MILLISECONDS = 4000
const IDLE_SECONDS = 60

/** A lookup of one stored session with these times, and the calls of its store and its cache. */
function createTestLookup(times: { secondsLeft: number; idleForSeconds: number }, cache?: SessionCache) {
  const calls: string[] = []
  const lookup = createSessionLookup({
    store: {
      find: async () => ({ person: TEST_PERSON, ...times }),
      markUsed: async () => void calls.push('markUsed'),
    },
    cache: cache ?? {
      find: async () => undefined,
      add: async () => void calls.push('cache'),
      remove: async () => {},
    },
    idleSeconds: IDLE_SECONDS,
    cachedForMilliseconds: CACHED_FOR_MILLISECONDS,
  })
  return { lookup, calls }
}

describe('a session', () => {
  test.for([
    [{ secondsLeft: 5, idleForSeconds: 0 }, ['cache']],
    // The cache would serve it beyond its maximum age.
    [{ secondsLeft: 3, idleForSeconds: 0 }, []],
    // A twentieth of the time that it may be idle is three seconds.
    [{ secondsLeft: 5, idleForSeconds: 2 }, ['cache']],
    [{ secondsLeft: 5, idleForSeconds: 4 }, ['markUsed', 'cache']],
  ] as const)('with %o is followed by the calls %o', async ([times, expected]) => {
    const { lookup, calls } = createTestLookup(times)
    expect(await lookup.find('hash')).toEqual(TEST_PERSON)
    expect(calls).toEqual(expected)
  })

  test('that ends while a request reads it from the cache is not shared with later requests', async () => {
    const reads: PromiseWithResolvers<Person | undefined>[] = []
    const removed = Promise.withResolvers<void>()
    const { lookup } = createTestLookup(
      { secondsLeft: 5, idleForSeconds: 0 },
      {
        find: () => {
          const read = Promise.withResolvers<Person | undefined>()
          reads.push(read)
          return read.promise
        },
        add: async () => {},
        remove: () => removed.promise,
      },
    )
    const forgotten = lookup.forget(['hash'])
    const during = lookup.find('hash')
    await nextTurn()
    removed.resolve()
    await forgotten
    const after = lookup.find('hash')
    await nextTurn()
    expect(reads).toHaveLength(2)
    for (const read of reads) read.resolve(TEST_PERSON)
    await Promise.all([during, after])
  })
})
