import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { TEST_PERSON } from '../../../test/test-person.ts'
import type { Person } from '../identity.ts'
import { hashOf } from '../secrets.ts'
import type { SessionCache } from './session-cache.ts'
import type { SessionStore } from './session-store.ts'
import { createSessions, deviceOf } from './sessions.ts'

const ID = 'a'.repeat(43)
const IDLE_SECONDS = 60

/** One stored session with these times, and the calls of its store and its cache. */
function createTestSessions(times: { secondsLeft: number; idleForSeconds: number }, cache?: SessionCache) {
  const calls: string[] = []
  const sessions = createSessions({
    store: {
      find: async () => ({ person: TEST_PERSON, ...times }),
      markUsed: async () => void calls.push('markUsed'),
    } as Partial<SessionStore> as SessionStore,
    cache: cache ?? {
      find: async () => undefined,
      add: async () => void calls.push('cache'),
      remove: async () => {},
    },
    cookies: { readSessions: () => [] },
    idleSeconds: IDLE_SECONDS,
  })
  return { sessions, calls }
}

describe('a session', () => {
  test.for([
    [{ secondsLeft: 5, idleForSeconds: 0 }, ['cache']],
    // A twentieth of the time that it may be idle is three seconds.
    [{ secondsLeft: 5, idleForSeconds: 2 }, ['cache']],
    [{ secondsLeft: 5, idleForSeconds: 4 }, ['markUsed', 'cache']],
  ] as const)('with %o is followed by the calls %o', async ([times, expected]) => {
    const { sessions, calls } = createTestSessions(times)
    expect((await sessions.find(ID))?.person).toEqual(TEST_PERSON)
    expect(calls).toEqual(expected)
  })

  test('that ends while a request reads it from the cache is not shared with later requests', async () => {
    const reads: PromiseWithResolvers<Person | undefined>[] = []
    const removed = Promise.withResolvers<void>()
    const { sessions } = createTestSessions(
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
    const invalidated = sessions.invalidate([hashOf(ID)])
    const during = sessions.find(ID)
    await nextTurn()
    removed.resolve()
    await invalidated
    const after = sessions.find(ID)
    await nextTurn()
    expect(reads).toHaveLength(2)
    for (const read of reads) read.resolve(TEST_PERSON)
    await Promise.all([during, after])
  })
})

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Edg/128.0.0.0`, 'Microsoft Edge on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
])('%s is shown as its browser and system', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})

test.each([undefined, '', 'curl/8.5.0', 'Nelly <b>/1.0', '\u202eevil/1 (x)', `${'a/'.repeat(4000)}1`])(
  'an unknown program has no device: %s',
  (userAgent) => {
    expect(deviceOf(userAgent)).toBeUndefined()
  },
)

test('the text is short, whatever the header contains', () => {
  for (const repeated of ['Mozilla/5.0 (', 'Firefox/1 ', 'Windows NT 10.0 ', '/', '(', ' '])
    expect((deviceOf(repeated.repeat(2000)) ?? '').length).toBeLessThan(80)
})
