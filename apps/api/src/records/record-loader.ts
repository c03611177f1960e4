import { databaseErrorKind } from '@timezone-registry/db/errors'
import DataLoader from 'dataloader'
import type { TimezoneRecord, TimezoneStore } from './timezone-store.ts'

/** Reads records from the store, those that are asked for together with one query. Remembers nothing. */
export type RecordLoader = { load(userId: string): Promise<TimezoneRecord | undefined> }

const MAX_IDS_PER_QUERY = 500
// Enough to keep the database busy while an answer travels; what comes meanwhile goes together.
const MAX_QUERIES = 4
// Behind a database that does not answer, nobody waits for two time-outs (3 s each).
const PATIENCE_MILLISECONDS = 400

/** One read alone goes at once; under load, those that wait for a query to end share the next. */
export function createRecordLoader({ findMany }: Pick<TimezoneStore, 'findMany'>): RecordLoader {
  let queries = 0
  let next: { dispatch: () => void; since: number } | undefined
  let outage: unknown

  function schedule(dispatch: () => void): void {
    if (queries < MAX_QUERIES) setImmediate(dispatch)
    else next = { dispatch, since: performance.now() }
  }

  function dispatchNext(error?: unknown): void {
    if (next === undefined) return
    const { dispatch, since } = next
    next = undefined
    const isImpatient = performance.now() - since > PATIENCE_MILLISECONDS
    outage = isImpatient && databaseErrorKind(error) === 'unavailable' ? error : undefined
    dispatch()
    outage = undefined
  }

  return new DataLoader<string, TimezoneRecord | undefined>(
    async (userIds) => {
      if (outage !== undefined) throw outage
      queries += 1
      try {
        const found = new Map((await findMany(userIds)).map((record) => [record.userId, record]))
        queries -= 1
        dispatchNext()
        return userIds.map((userId) => found.get(userId))
      } catch (error) {
        queries -= 1
        dispatchNext(error)
        throw error
      }
    },
    { cache: false, maxBatchSize: MAX_IDS_PER_QUERY, batchScheduleFn: schedule },
  )
}
