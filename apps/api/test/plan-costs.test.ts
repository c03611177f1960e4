import { type Database, openDatabase } from '@timezone-registry/db'
import { migrateToLatest } from '@timezone-registry/db/migrate'
import { findPgDump } from '@timezone-registry/test-servers/pg-dump'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createApiKeyStore } from '../src/access/api-keys/api-key-store.ts'
import { createSessionStore } from '../src/access/sessions/session-store.ts'
import { createChangeStore } from '../src/changes/change-store.ts'
import { createTransferStore } from '../src/cli/transfer/transfer-store.ts'
import { createFindByName } from '../src/records/search-queries.ts'
import { createTimezoneStore } from '../src/records/timezone-store.ts'
import { createZoneNames } from '../src/zones/zone-names.ts'

const ROWS = 200_000
// PostgreSQL's `jit_above_cost`.
const JIT_COST = 100_000
// A distribution's server where there is one: npm's lacks the extension that shows the plans of functions.
const { binaries, missing } = findPgDump()
if (missing !== undefined) console.warn(`The test of plan costs is skipped: ${missing}`)

test.skipIf(missing !== undefined).for(['empty', 'never analysed', 'analysed'] as const)(
  'with tables that are %s, no plan reaches the cost at which PostgreSQL starts JIT',
  { timeout: 120_000 },
  async (kind) => {
    const costs: number[] = []
    await using postgres = await startTestPostgres({
      ...(binaries !== undefined && { binaries }),
      settings: ['autovacuum=off'],
    })
    await using database = await openDatabase({
      url: await createTestDatabase(postgres.url),
      dataDir: '',
      poolSize: 1,
      durability: 'checked',
      onConnectionError: () => {},
    })
    await migrateToLatest(database)
    if (kind !== 'empty') await fill(database)
    if (kind === 'analysed') await database.drizzle.execute(sql`vacuum analyze`)
    await reportPlans(database, costs)
    await runEveryStatement(database)
    expect(costs.length).toBeGreaterThan(30)
    expect(costs.filter((cost) => cost >= JIT_COST)).toEqual([])

    // The control: plans inside functions are included.
    await database.drizzle.execute(
      sql`create function dear() returns bigint language plpgsql set enable_seqscan = off as $$ begin return (select count(*) from timezone_feed where incarnation = 'x'); end $$`,
    )
    await database.drizzle.execute(sql`select dear()`)
    expect(Math.max(...costs)).toBeGreaterThan(JIT_COST)
  },
)

/** Applies to the pool's only connection. */
async function reportPlans({ drizzle }: Database, costs: number[]): Promise<void> {
  const client = await (drizzle as unknown as { $client: import('pg').Pool }).$client.connect()
  client.on('notice', ({ message = '' }) => {
    const cost = /cost=[\d.]+\.\.([\d.]+)/.exec(message)?.[1]
    if (cost !== undefined) costs.push(Number(cost))
  })
  await client.query(
    "load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set auto_explain.log_level = notice",
  )
  client.release()
}

async function fill({ withConnection }: Database): Promise<void> {
  await withConnection(async (query) => {
    await query(
      `insert into timezones (user_id, username, timezone) select 'user ' || n, 'name ' || n, 'Europe/Berlin' from generate_series(1, ${ROWS}) n`,
    )
    await query("delete from timezones where user_id like 'user 1%'")
  })
}

async function runEveryStatement(database: Database): Promise<void> {
  await runFeed(database)
  await runRecords(database)
  const sessions = createSessionStore(database, { ttlSeconds: 1000, idleSeconds: 100 })
  const keys = createApiKeyStore(database)
  await sessions.find('x'.repeat(64))
  await keys.add({
    name: 'x',
    keyHash: 'x'.repeat(64),
    scopes: ['records:write'],
    lifetimeSeconds: undefined,
  })
  await keys.findActive('x'.repeat(64))
}

async function runFeed(database: Database): Promise<void> {
  const changes = createChangeStore(database)
  const page = await changes.findAfter(undefined, 1000)
  await changes.findAfter(page?.cursor, 1000)
  await changes.findState()
  await changes.prune({ olderThanDays: 30, limit: 5000 })
  await changes.retireLog()
  await database.drizzle.execute(sql`update timezone_feed set server = 'elsewhere'`)
  await database.drizzle.execute(sql`select settle_timezone_feed()`)
}

async function runRecords(database: Database): Promise<void> {
  const store = createTimezoneStore(database)
  const transfer = createTransferStore(database)
  const timezone = createZoneNames().find('UTC')
  if (timezone === undefined) throw new Error('UTC is a zone')
  const ids = Array.from({ length: 256 }, (_, number) => `user ${number}`)
  for (let turn = 0; turn < 2; turn++)
    await store.setMany(ids.map((id) => ({ user: { id, username: 'x' }, timezone })))
  await store.findMany(ids)
  await store.findListPage({ size: 1000 })
  await store.findListPage({ after: 'a', size: 1000 })
  await createFindByName(database)('name 1', 20)
  await store.removeMany(['user 1'])
  const times = { created_at: null, updated_at: null }
  await transfer.importRows(
    ids.map((user_id) => ({ user_id, username: 'y', timezone, ...times })),
    { overwrite: true },
  )
  await transfer.exportPages().next()
}
