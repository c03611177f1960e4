import { Unavailable } from '../errors.ts'
import type { ConditionalStatements, NewTimezone, TimezoneRecord } from './timezone-store.ts'

/** Whether a write may happen, given the current record; undefined: there is none. */
export type Condition = (record: TimezoneRecord | undefined) => boolean

/** `isMet` false: nothing was written, and `record` is the current one. */
export type ConditionalResult = { isMet: boolean; record: TimezoneRecord | undefined }

/** Both reject with `Unavailable` when other writers change the record at every attempt. */
export type ConditionalWrites = {
  set(condition: Condition, newTimezone: NewTimezone): Promise<ConditionalResult>
  remove(condition: Condition, userId: string): Promise<ConditionalResult>
}

// A condition such as "there is a record" may hold again after another write; a tag does not.
const MAX_ATTEMPTS = 3

/** Judges the condition on the record as the database has it, and writes only while it is unchanged. */
export function createConditionalWrites(statements: ConditionalStatements): ConditionalWrites {
  const { findVersion, replace, removeVersion } = statements
  return {
    set: (condition, newTimezone) =>
      attempt(async () => {
        const found = await findVersion(newTimezone.user.id)
        if (!condition(found)) return { isMet: false, record: found }
        const record = await replace(found, newTimezone)
        return record && { isMet: true, record }
      }),
    remove: (condition, userId) =>
      attempt(async () => {
        const found = await findVersion(userId)
        if (!condition(found)) return { isMet: false, record: found }
        if (found !== undefined && !(await removeVersion(found))) return undefined
        return { isMet: true, record: found }
      }),
  }
}

/** `work` resolves to undefined when another writer came in between. */
async function attempt(work: () => Promise<ConditionalResult | undefined>): Promise<ConditionalResult> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const result = await work()
    if (result !== undefined) return result
  }
  throw new Unavailable('Other writers are changing this record. Try again in a moment.', {
    retryAfterSeconds: 1,
  })
}
