import type { Database } from '@timezone-registry/db'
import { sessions } from '@timezone-registry/db/access-tables'
import { nextUpdatedAt, recordColumns, timezones } from '@timezone-registry/db/record-tables'
import { eq } from 'drizzle-orm'
import { sessionEnded } from '../errors.ts'
import type { Decide, Decided, TimezoneRecord, Visibility } from './record.ts'

type Change = {
  user: { id: string; session?: string }
  decide: Decide
  /** Of a new record. */
  defaultVisibility: Visibility
}

/** Decides on the locked record, and writes, in one transaction. */
export function changeRecord(
  { transaction }: Pick<Database, 'transaction'>,
  { user, decide, defaultVisibility }: Change,
): Promise<Decided> {
  return transaction(async (drizzle) => {
    // Before the record, as an erasure does: it either ends the session first, or removes what is written here.
    if (user.session !== undefined) await lockSession(drizzle, user.session)
    const isUser = eq(timezones.userId, user.id)
    const [current] = await drizzle.select(recordColumns).from(timezones).where(isUser).for('update')
    const decision = decide(current)
    if (decision === undefined || decision === 'keep' || (decision === 'removal' && current === undefined))
      return { isRefused: decision === undefined, record: current }
    if (decision === 'removal')
      return written(await drizzle.delete(timezones).where(isUser).returning(recordColumns))
    if (current !== undefined) {
      // Who sees a record is not part of what it says.
      const isVisibilityOnly = Object.keys(decision).every((column) => column === 'visibility')
      const values = { ...decision, ...(!isVisibilityOnly && { updatedAt: nextUpdatedAt }) }
      return written(await drizzle.update(timezones).set(values).where(isUser).returning(recordColumns))
    }
    const { username = '', timezone = '', visibility = defaultVisibility } = decision
    const values = { ...decision, userId: user.id, username, timezone, visibility }
    return written(
      await drizzle.insert(timezones).values(values).onConflictDoNothing().returning(recordColumns),
    )
  })
}

async function lockSession(drizzle: Database['drizzle'], idHash: string): Promise<void> {
  const isSession = eq(sessions.idHash, idHash)
  const found = await drizzle
    .select({ idHash: sessions.idHash })
    .from(sessions)
    .where(isSession)
    .for('key share')
  if (found.length === 0) throw sessionEnded()
}

function written([record]: TimezoneRecord[]): Decided {
  if (record === undefined) throw new CreatedMeanwhile('Another transaction has created this record')
  return { isRefused: false, record }
}

/** A conflict as PostgreSQL reports it, so that the transaction is tried again. */
class CreatedMeanwhile extends Error {
  override readonly name = 'CreatedMeanwhile'
  readonly code = '40001'
}
