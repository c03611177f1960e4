import { databaseErrorKind } from '@timezone-registry/db/errors'
import { Unavailable } from '../errors.ts'
import type { NewTimezone, TimezoneRecord, TimezoneStore } from './timezone-store.ts'

/** Writes sets that come together in one statement: what each costs in the database is then shared by all. */
export type SetGatherer = {
  /**
   * Resolves with the committed record: this value, or a later one of the same user that went with it.
   * Rejects with `unavailable` at once when too many are waiting.
   */
  set(newTimezone: NewTimezone): Promise<TimezoneRecord>
}

export type SetGathererOptions = {
  setMany: TimezoneStore['setMany']
  /** How many go in one statement. */
  maxBatch?: number
  /** How many statements are under way. Two keep the database busy while an answer travels. */
  maxBatches?: number
  /** How many callers may wait for a statement to begin. */
  maxWaiting?: number
}

type Caller = { resolve: (record: TimezoneRecord) => void; reject: (error: unknown) => void }
type Waiting = NewTimezone & { callers: Caller[]; since: number }

// Behind a database that does not answer, nobody waits for two time-outs (3 s each).
const PATIENCE_MILLISECONDS = 400

export function createSetGatherer({
  setMany,
  maxBatch = 256,
  maxBatches = 2,
  maxWaiting = 5000,
}: SetGathererOptions): SetGatherer {
  // By user, in the order in which they came.
  const waiting = new Map<string, Waiting>()
  // A user's next value waits for the one before it: two statements may commit in either order.
  const underWay = new Set<string>()
  let batches = 0
  let callersWaiting = 0
  let isScheduled = false

  /** Sets that arrived in one turn of the event loop go together; one alone goes at the end of it. */
  function schedule(): void {
    if (isScheduled || batches >= maxBatches) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      while (batches < maxBatches) {
        const batch = takeBatch()
        if (batch.length === 0) return
        void write(batch)
      }
    })
  }

  function takeBatch(): Waiting[] {
    const batch: Waiting[] = []
    for (const [userId, entry] of waiting) {
      if (underWay.has(userId)) continue
      waiting.delete(userId)
      underWay.add(userId)
      callersWaiting -= entry.callers.length
      batch.push(entry)
      if (batch.length === maxBatch) break
    }
    return batch
  }

  async function write(batch: Waiting[]): Promise<void> {
    batches += 1
    try {
      await commit(batch)
    } catch (error) {
      if (batch.length > 1 && databaseErrorKind(error) !== 'unavailable') await commitOneByOne(batch)
      else rejectAll(batch, error)
      if (databaseErrorKind(error) === 'unavailable') giveUpOnImpatient(error)
    }
    for (const { user } of batch) underWay.delete(user.id)
    batches -= 1
    schedule()
  }

  async function commit(batch: readonly Waiting[]): Promise<void> {
    const records = new Map((await setMany(batch)).map((record) => [record.userId, record]))
    for (const { user, callers } of batch) {
      const record = records.get(user.id)
      for (const { resolve, reject } of callers)
        if (record === undefined) reject(new Error('An upsert returned no row'))
        else resolve(record)
    }
  }

  /** One row that the database does not take must not take the others with it. */
  async function commitOneByOne(batch: readonly Waiting[]): Promise<void> {
    for (const entry of batch) await commit([entry]).catch((error: unknown) => rejectAll([entry], error))
  }

  function giveUpOnImpatient(error: unknown): void {
    const arrivedBefore = performance.now() - PATIENCE_MILLISECONDS
    for (const [userId, entry] of waiting) {
      if (entry.since > arrivedBefore) continue
      waiting.delete(userId)
      callersWaiting -= entry.callers.length
      rejectAll([entry], error)
    }
  }

  return {
    set: (newTimezone) => {
      if (callersWaiting >= maxWaiting)
        throw new Unavailable('Too many sets are waiting just now. Try again in a moment.', {
          retryAfterSeconds: 1,
        })
      const { promise, resolve, reject } = Promise.withResolvers<TimezoneRecord>()
      const before = waiting.get(newTimezone.user.id)
      const callers = before?.callers ?? []
      callers.push({ resolve, reject })
      waiting.set(newTimezone.user.id, { ...newTimezone, callers, since: before?.since ?? performance.now() })
      callersWaiting += 1
      schedule()
      return promise
    },
  }
}

function rejectAll(entries: readonly Waiting[], error: unknown): void {
  for (const { callers } of entries) for (const { reject } of callers) reject(error)
}
