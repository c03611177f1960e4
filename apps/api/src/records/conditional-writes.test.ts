import { expect, onTestFinished, test, vi } from 'vitest'
import { Unavailable } from '../errors.ts'
import { createConditionalWrites } from './conditional-writes.ts'
import type { ConditionalStatements, RecordVersion } from './timezone-store.ts'

const RECORD = { userId: 'ada', visibility: 'public' } as RecordVersion

/** Statements of a record that another writer changes before each of the first `times` writes. */
function changedByOthers(times: number, { milliseconds }: { milliseconds: number }) {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  let attempts = 0
  const statements: ConditionalStatements = {
    findVersion: async () => {
      now += milliseconds
      return RECORD
    },
    replaceVisibility: async () => (++attempts > times ? RECORD : undefined),
    replace: () => Promise.reject(new Error('not used')),
    hasSession: () => Promise.reject(new Error('not used')),
    removeVersion: () => Promise.reject(new Error('not used')),
  }
  return { attempts: () => attempts, writes: createConditionalWrites(statements) }
}

test('a write that others overtake ten times happens in the end', async () => {
  const { writes } = changedByOthers(10, { milliseconds: 5 })
  expect(await writes.setVisibility(() => true, 'ada', 'unlisted')).toEqual({ isMet: true, record: RECORD })
})

test.for([
  ['after a second', 100, 10],
  ['after three attempts where each takes longer', 1500, 3],
] as const)('a write that others always overtake is refused %s', async ([, milliseconds, expected]) => {
  const { attempts, writes } = changedByOthers(Number.POSITIVE_INFINITY, { milliseconds })
  await expect(writes.setVisibility(() => true, 'ada', 'unlisted')).rejects.toThrow(Unavailable)
  expect(attempts()).toBe(expected)
})
