import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Unavailable } from '../errors.ts'
import { createConditionalWrites } from './conditional-writes.ts'
import type { ConditionalStatements, RecordVersion } from './timezone-store.ts'

const RECORD = { userId: 'ada', visibility: 'public' } as RecordVersion

/** Statements of a record that another writer changes before each of the first `times` writes. */
function changedByOthers(times: number): ConditionalStatements {
  let left = times
  return {
    findVersion: async () => {
      await sleep(5)
      return RECORD
    },
    replaceVisibility: async () => (left-- > 0 ? undefined : RECORD),
    replace: () => Promise.reject(new Error('not used')),
    hasSession: () => Promise.reject(new Error('not used')),
    removeVersion: () => Promise.reject(new Error('not used')),
  }
}

test('a write that others overtake ten times happens in the end', async () => {
  const writes = createConditionalWrites(changedByOthers(10))
  expect(await writes.setVisibility(() => true, 'ada', 'unlisted')).toEqual({ isMet: true, record: RECORD })
})

test('a write that others always overtake is refused after a second', async () => {
  const writes = createConditionalWrites(changedByOthers(Number.POSITIVE_INFINITY))
  const startedAt = performance.now()
  await expect(writes.setVisibility(() => true, 'ada', 'unlisted')).rejects.toThrow(Unavailable)
  expect(performance.now() - startedAt).toBeLessThan(2000)
})
