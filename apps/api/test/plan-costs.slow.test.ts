import { openDatabase } from '@timezone-registry/db'
import { migrateToLatest } from '@timezone-registry/db/migrate'
import { findPgDump } from '@timezone-registry/test-servers/pg-dump'
import { startTestPostgres, type TestPostgres } from '@timezone-registry/test-servers/postgres'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSessionStore } from '../src/access/sessions/session-store.ts'
import { createChangeStore } from '../src/feed/change-store.ts'
import { runEveryStatement } from './every-statement.ts'
import { connectExplained } from './explained-connection.ts'
import { execute } from './start-test-api.ts'

const ROWS = 1_000_000
// PostgreSQL's `jit_above_cost`.
const JIT_COST = 100_000
const FILL = `
  alter table timezones disable trigger all;
  drop index idx_timezones_updated_at, idx_timezones_place, idx_timezones_public_name;
  insert into timezones (user_id, username, timezone, ord, position)
    select 'user ' || n, 'name ' || n, 'Europe/Berlin', 100 + n / 100, n from generate_series(1, ${ROWS}) n;
  create index idx_timezones_updated_at on timezones (updated_at);
  create index idx_timezones_place on timezones (ord, position) where ord > 0;
  create index idx_timezones_public_name on timezones (timezone_search_key(username) collate "C", left(user_id, 255) collate "C") where visibility = 'public';
  alter table timezones enable always trigger timezones_place, enable always trigger timezones_tombstone,
    enable always trigger timezones_truncate;
  insert into timezone_tombstones select 'deleted ' || n, 100 + n / 100, n, now() - interval '40 days'
    from generate_series(1, ${ROWS / 10}) n;
  insert into sessions (id_hash, provider, issuer, subject, user_id, username)
    select n, 'x', 'https://x', n, n, 'x' from generate_series(1, ${ROWS / 10}) n;
  insert into api_keys (name, key_hash, scopes)
    select n, n, '{records:write}' from generate_series(1, ${ROWS / 100}) n`
// A distribution's server if there is one: npm's lacks the extension that shows the plans of functions.
const { binaries, missing } = findPgDump()

describe.skipIf(missing !== undefined)('no plan reaches the cost at which PostgreSQL starts JIT', () => {
  let postgres: TestPostgres
  const urls = { empty: '', 'never analysed': '', analysed: '' }
  beforeAll(async () => {
    postgres = await startTestPostgres({
      ...(binaries !== undefined && { binaries }),
      settings: ['autovacuum=off', 'fsync=off', 'max_wal_size=4GB', 'track_functions=all'],
    })
    for (const name of ['empty', 'never analysed'] as const) {
      urls[name] = await createTestDatabase(postgres.url)
      await using database = await openDatabase({
        url: urls[name],
        dataDir: '',
        poolSize: 1,
        durability: 'trusted',
        onConnectionError: () => {},
      })
      await migrateToLatest(database)
    }
    await execute(urls['never analysed'], FILL)
    urls.analysed = await copyOf(urls['never analysed'])
    await execute(urls.analysed, 'analyze')
  })
  afterAll(() => postgres?.[Symbol.asyncDispose]())

  test.for(['never analysed', 'analysed'] as const)(
    'what deletes old rows and a person’s sessions reads no whole table that is %s',
    async (state) => {
      const url = urls[state]
      await execute(url, 'update timezone_tombstones set at = now()')
      if (state === 'analysed') await execute(url, 'analyze timezone_tombstones')
      await using server = await connectExplained(url)
      const sessions = createSessionStore(server.database, { ttlSeconds: 604_800, idleSeconds: 86_400 })
      await sessions.removeExpired()
      await sessions.remove({ userId: '7' })
      await sessions.listOf({ userId: '8' })
      await createChangeStore(server.database).prune(30, 5000)
      expect(
        server.plans.filter((plan) => /Scan.* on (?:sessions|timezone_tombstones)/.test(plan)),
      ).toHaveLength(4)
      expect(
        server.plans.filter((plan) => /Seq Scan on (?:sessions|timezone_tombstones)/.test(plan)),
      ).toEqual([])
    },
  )

  // It ends with a truncation.
  test.for(['empty', 'never analysed', 'analysed'] as const)('with tables that are %s', async (state) => {
    await using server = await connectExplained(urls[state])
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await server.client.query(`set plan_cache_mode = ${mode}`)
      await runEveryStatement(server.database)
    }
    // Statements that only other programs send.
    await server.client.query("update timezones set user_id = 'renamed' where user_id = 'user 2'")
    await server.client.query('truncate timezones')
    expect(server.costs.length).toBeGreaterThan(100)
    expect(server.costs.filter((cost) => cost >= JIT_COST)).toEqual([])
    expect(await server.unprepared()).toEqual([])
    // PostgreSQL inlines it into its callers.
    await expect.poll(server.uncalled).toEqual(['timezone_ord'])

    // The control: plans inside functions are included.
    await server.client.query(
      `create function dear() returns bigint language plpgsql set enable_seqscan = off as $$ begin return (select count(*) from timezone_feed where incarnation = 'x'); end $$; select dear()`,
    )
    expect(Math.max(...server.costs)).toBeGreaterThan(JIT_COST)
  })

  async function copyOf(url: string): Promise<string> {
    const copy = new URL(url)
    copy.pathname += crypto.randomUUID().slice(0, 8)
    const [from, to] = [new URL(url).pathname.slice(1), copy.pathname.slice(1)]
    await execute(postgres.url, `create database "${to}" template "${from}" strategy file_copy`)
    return copy.href
  }
})
