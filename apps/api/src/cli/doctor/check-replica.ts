import type { Config } from '@timezone-registry/config'
import { openDatabase } from '@timezone-registry/db'
import { findServerProgress } from '../../replica/replica-queries.ts'
import { type Finding, ok, problem } from './finding.ts'

/** Checks the replica of a configuration, if it has one. */
export async function checkReplica({ database: options }: Config): Promise<Finding[]> {
  if (options.readUrl === undefined) return []
  const common = { ...options, durability: 'trusted', waitSeconds: 0, onConnectionError: () => {} } as const
  try {
    await using replica = await openDatabase({ ...common, url: options.readUrl, role: 'any' })
    await using primary = await openDatabase(common)
    const [there, here] = [await findServerProgress(replica), await findServerProgress(primary)]
    if (there.incarnation === here.incarnation) return [ok('replica', `answers: ${replica.description}`)]
    return [
      problem(
        'replica',
        `${replica.description} is not a copy of the database in DATABASE_URL.`,
        'Name a streaming replica of it in DATABASE_READ_URL, or remove the setting.',
      ),
    ]
  } catch (error) {
    const { message, code } = error as { message?: string; code?: string }
    return [
      problem(
        'replica',
        message || code || String(error),
        'Check DATABASE_READ_URL. Until the replica answers, everything is read from the primary.',
      ),
    ]
  }
}
