import { expect, test, vi } from 'vitest'
import { TEST_PERSON } from '../../../test/test-person.ts'
import { hashOf } from '../secrets.ts'
import type { SessionStore } from './session-store.ts'
import { createSessions, deviceOf } from './sessions.ts'

const cookies = { readSessions: () => [] }

test.for([
  // A twentieth of the time that it may be idle is three seconds.
  [2, 0],
  [4, 1],
] as const)(
  'a session that was idle for %i seconds is marked as used %i times',
  async ([idleForSeconds, marks]) => {
    let marked = 0
    const store: Partial<SessionStore> = {
      find: async () => ({ person: TEST_PERSON, idleForSeconds }),
      markUsed: async () => void marked++,
    }
    const sessions = createSessions({ store: store as SessionStore, cookies, idleSeconds: 60 })
    expect((await sessions.find('a'.repeat(43)))?.person).toEqual(TEST_PERSON)
    expect(marked).toBe(marks)
  },
)

test('a session is recalled for as long as no use needs to be marked, at most a minute, and not after its end', async () => {
  vi.useFakeTimers()
  const store = { find: async () => ({ person: TEST_PERSON, idleForSeconds: 0 }), remove: async () => [] }
  const open = (idleSeconds: number) =>
    createSessions({ store: store as Partial<SessionStore> as SessionStore, cookies, idleSeconds })
  const [short, long] = [open(200), open(200_000)]
  const id = 'a'.repeat(43)
  for (const sessions of [short, long]) await sessions.find(id)
  vi.advanceTimersByTime(9000)
  expect([short.peek(id), short.recall(id)?.person]).toEqual([undefined, TEST_PERSON])
  vi.advanceTimersByTime(2000)
  expect(short.recall(id)).toBeUndefined()
  expect(long.recall(id)?.person).toEqual(TEST_PERSON)
  await long.end({ idHash: hashOf(id) })
  expect([long.recall(id), long.wasValid(id)]).toEqual([undefined, true])
  await long.find(id)
  vi.advanceTimersByTime(61_000)
  expect(long.recall(id)).toBeUndefined()
  vi.useRealTimers()
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
