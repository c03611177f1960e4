import { setTimeout as sleep } from 'node:timers/promises'
import { queryOnce } from './cluster.ts'
import type { Mirror, MirroredRecord } from './mirror.ts'

/** How long a change may take to reach whoever follows the feed. */
export const CATCH_UP_MILLISECONDS = 10_000

/** How the mirrors differ from the public records in the table once writes have stopped and the mirrors have had time to catch up. */
export async function findDifferences(
  mirrors: readonly Pick<Mirror, 'name' | 'records'>[],
  databaseUrl: string,
  catchUpMilliseconds = CATCH_UP_MILLISECONDS,
): Promise<string[]> {
  const table = await readTable(databaseUrl)
  const deadline = performance.now() + catchUpMilliseconds
  let differences: string[]
  do {
    differences = mirrors.flatMap((mirror) => compare(mirror, table))
    if (differences.length === 0) return []
    await sleep(50)
  } while (performance.now() < deadline)
  return differences
}

function compare(
  { name, records }: Pick<Mirror, 'name' | 'records'>,
  table: ReadonlyMap<string, MirroredRecord>,
): string[] {
  const userIds = new Set([...records.keys(), ...table.keys()])
  return [...userIds].flatMap((userId) => {
    const [shown, right] = [describe(records.get(userId)), describe(table.get(userId))]
    return shown === right ? [] : [`${userId}: ${name} shows ${shown}, the table ${right}`]
  })
}

function describe(record: MirroredRecord | undefined): string {
  return record === undefined ? 'no record' : `${record.username} in ${record.timezone}`
}

async function readTable(url: string): Promise<Map<string, MirroredRecord>> {
  const { rows } = await queryOnce(
    url,
    "select user_id, username, timezone from timezones where visibility = 'public'",
  )
  return new Map(rows.map(({ user_id, username, timezone }) => [user_id, { username, timezone }]))
}
