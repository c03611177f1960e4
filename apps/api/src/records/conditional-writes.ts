import { Unauthenticated, Unavailable } from '../errors.ts'
import type { ConditionalStatements, NewTimezone, TimezoneRecord, Visibility } from './timezone-store.ts'

/** Whether a write may happen, given the current record; undefined: there is none. */
export type Condition = (record: TimezoneRecord | undefined) => boolean

/** If `isMet` is false, nothing was written, and `record` is the current one. */
export type ConditionalResult = { isMet: boolean; record: TimezoneRecord | undefined }

/**
 * All reject with `Unavailable` if other writers change the record at every attempt, for a second and at least three
 * times.
 */
export type ConditionalWrites = {
  /** Rejects with `Unauthenticated`, and creates no record, if the user's session has ended. */
  set(condition: Condition, newTimezone: NewTimezone): Promise<ConditionalResult>
  remove(condition: Condition, userId: string): Promise<ConditionalResult>
  /** Writes nothing if there is no record, or if it has this visibility already. */
  setVisibility(condition: Condition, userId: string, visibility: Visibility): Promise<ConditionalResult>
}

// A condition such as "there is a record" may still hold after another write; an ETag does not match again.
const KEEP_TRYING_MILLISECONDS = 1000
// The first attempt may have waited longer than that for the database.
const MIN_ATTEMPTS = 3

/** Evaluates the condition on the record in the database, and writes only if the record has not changed since. */
export function createConditionalWrites(statements: ConditionalStatements): ConditionalWrites {
  const { findVersion, replace, hasSession, replaceVisibility, removeVersion } = statements
  return {
    set: (condition, newTimezone) =>
      attempt(async () => {
        const found = await findVersion(newTimezone.user.id)
        if (!condition(found)) return { isMet: false, record: found }
        const record = await replace(found, newTimezone)
        if (record !== undefined) return { isMet: true, record }
        const { session } = newTimezone.user
        if (session !== undefined && !(await hasSession(session)))
          throw new Unauthenticated('Your session has ended. Sign in again.')
        return undefined
      }),
    remove: (condition, userId) =>
      attempt(async () => {
        const found = await findVersion(userId)
        if (!condition(found)) return { isMet: false, record: found }
        if (found !== undefined && !(await removeVersion(found))) return undefined
        return { isMet: true, record: found }
      }),
    setVisibility: (condition, userId, visibility) =>
      attempt(async () => {
        const found = await findVersion(userId)
        if (found === undefined) return { isMet: true, record: undefined }
        if (!condition(found)) return { isMet: false, record: found }
        if (found.visibility === visibility) return { isMet: true, record: found }
        const record = await replaceVisibility(found, visibility)
        return record && { isMet: true, record }
      }),
  }
}

/** `work` resolves to undefined if another writer changed the record first. */
async function attempt(work: () => Promise<ConditionalResult | undefined>): Promise<ConditionalResult> {
  const giveUpAt = performance.now() + KEEP_TRYING_MILLISECONDS
  for (let attempts = 0; attempts < MIN_ATTEMPTS || performance.now() < giveUpAt; attempts++) {
    const result = await work()
    if (result !== undefined) return result
  }
  throw new Unavailable('Other writers are changing this record. Try again in a moment.', {
    retryAfterSeconds: 1,
  })
}
