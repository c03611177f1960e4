import type { Database } from './database.ts'
import { databaseErrorKind } from './database-error.ts'
import { inTransaction } from './transaction.ts'

// As much as a trial of the embedded database's disk.
const TRIAL_TABLE = `create temporary table trial on commit drop as
  select repeat('x', 1000) from generate_series(1, 4000)`

/** Whether the server cannot create a temporary table of 4 MB; undefined if the role may not create one. */
export function isServerFull(database: Database): Promise<boolean | undefined> {
  return database.withConnection(async (query) => {
    try {
      await inTransaction(query, () => query(TRIAL_TABLE))
      return false
    } catch (error) {
      return databaseErrorKind(error) === 'storage_full' || undefined
    }
  })
}
