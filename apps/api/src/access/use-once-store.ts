import type { Database } from '@timezone-registry/db'
import { usedOnce } from '@timezone-registry/db/access-tables'
import { inArray, lt, sql } from 'drizzle-orm'
import { hashOf } from './secrets.ts'

/** Resolves to true for the first use of a text in any process. Rejects if the database does not answer. */
export type UseOnce = (text: string) => Promise<boolean>

const REMOVED_AT_ONCE = 10

/** Remembers the hashes of a kind of texts for some seconds. Each use removes a few older ones. */
export function createUseOnce(
  { drizzle }: Database,
  { kind, seconds }: { kind: string; seconds: number },
): UseOnce {
  const old = drizzle
    .select({ hash: usedOnce.hash })
    .from(usedOnce)
    .where(lt(usedOnce.expiresAt, sql`now()`))
    .orderBy(usedOnce.expiresAt)
    .limit(REMOVED_AT_ONCE)
    .for('update', { skipLocked: true })
  const removed = drizzle.$with('removed').as(drizzle.delete(usedOnce).where(inArray(usedOnce.hash, old)))
  const add = drizzle
    .with(removed)
    .insert(usedOnce)
    .values({
      hash: sql.placeholder('hash'),
      expiresAt: sql`now() + make_interval(secs => ${sql.raw(String(seconds))})`,
    })
    .onConflictDoNothing()
    .returning({ hash: usedOnce.hash })
    .prepare(`use_${kind}`)
  return async (text) => (await add.execute({ hash: hashOf(`${kind} ${text}`) })).length > 0
}
