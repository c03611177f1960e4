import type { Query } from './database.ts'

/** Commits what `run` did with the same `query`, or rolls it back if it rejects. */
export async function inTransaction<T>(query: Query, run: () => Promise<T>): Promise<T> {
  // Overrides the role's default: a statement after the wait for the lock must see what was committed in the meantime.
  await query('begin isolation level read committed')
  try {
    const result = await run()
    await query('commit')
    return result
  } catch (error) {
    // If the connection itself failed, the server rolls back.
    await query('rollback').catch(() => {})
    throw error
  }
}
