import { type Database, openDatabase } from '@timezone-registry/db'
import { migrateToLatest } from '@timezone-registry/db/migrate'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { createFindByName } from '../src/records/search.ts'
import { test } from './api-test.ts'

const ROWS = 60_000

test.for(['never analysed', 'analysed'] as const)(
  'a search in a table that is %s reads no more than it answers, even of a name that half of all users have',
  async (kind) => {
    await using database = await openDatabase({
      url: await createTestDatabase(),
      dataDir: '',
      // Statistics of one connection can be flushed by it.
      poolSize: 1,
      durability: 'checked',
      onConnectionError: () => {},
    })
    await migrateToLatest(database)
    await database.withConnection((query) =>
      query(
        `insert into timezones (user_id, username, timezone) select n, case when n % 2 = 0 then 'John' else 'name ' || n end, 'UTC' from generate_series(1, ${ROWS}) n`,
      ),
    )
    if (kind === 'analysed') await database.drizzle.execute(sql`vacuum analyze timezones`)
    const findByName = createFindByName(database)
    const before = await readScans(database)
    let found = 0
    // More than five of each: PostgreSQL then considers a plan that is independent of the parameter.
    for (let turn = 0; turn < 10; turn++)
      for (const name of ['john', 'jo', `name ${turn * 2 + 1}`, 'zz'])
        found += (await findByName(name, 20)).length
    const after = await readScans(database)
    expect(found).toBeGreaterThan(500)
    expect(after.sequential - before.sequential).toBe(0)
    // With statistics, the planner itself looks up the first and the last entry.
    const planned = after.scans - before.scans - 40
    expect(planned).toBeGreaterThanOrEqual(0)
    expect(after.entries - before.entries).toBeLessThanOrEqual(found + planned)
  },
)

async function readScans({ drizzle }: Database) {
  await drizzle.execute(sql`select pg_stat_force_next_flush()`)
  const { rows } = (await drizzle.execute(
    sql`select seq_scan::int as sequential, i.idx_scan::int as scans, i.idx_tup_read::int as entries from pg_stat_user_tables join pg_stat_user_indexes i using (relid) where indexrelname = 'idx_timezones_public_name'`,
  )) as unknown as { rows: { sequential: number; scans: number; entries: number }[] }
  if (rows[0] === undefined) throw new Error('There is no index for the search')
  return rows[0]
}
