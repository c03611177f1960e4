// What the change feed costs a set: pgbench upserts of 64 clients on a distribution's PostgreSQL with its defaults,
// with and without the triggers, in turn. Prints the ratio. Run it with `node bench/feed.ts`.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPgDump } from '@timezone-registry/test-servers/pg-dump'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import pg from 'pg'

const USERS = 100_000
const CLIENTS = 64
const SECONDS = 5
const ROUNDS = 3
const UPSERT = `\\set user random(1, ${USERS})
insert into timezones (user_id, username, timezone) values ('user ' || :user, 'name', 'Europe/Berlin')
on conflict (user_id) do update set username = excluded.username, timezone = excluded.timezone, updated_at = now();
`

const { binaries, missing } = findPgDump()
if (missing !== undefined) throw new Error(missing)
await using postgres = await startTestPostgres({ binaries })
// The service brings the schema up to date.
const service = startProcess({ DATABASE_URL: postgres.url })
await service.ready()
await service[Symbol.asyncDispose]()
const client = new pg.Client(postgres.url)
await client.connect()
await run(
  `insert into timezones (user_id, username, timezone) select 'user ' || n, 'name', 'UTC' from generate_series(1, ${USERS}) n`,
)

const directory = mkdtempSync(join(tmpdir(), 'bench-feed-'))
const script = join(directory, 'upsert.sql')
writeFileSync(script, UPSERT)
const rates = { without: [] as number[], with: [] as number[] }
for (let round = 0; round < ROUNDS; round++)
  for (const side of ['without', 'with'] as const) {
    await run(
      `alter table timezones ${side === 'with' ? 'enable always' : 'disable'} trigger timezones_place`,
    )
    // The index of places belongs to the feed, too.
    await run(
      side === 'with'
        ? 'create index if not exists idx_timezones_place on timezones (ord, position) where ord > 0'
        : 'drop index if exists idx_timezones_place',
    )
    for (const trigger of ['timezones_add_tombstone', 'timezones_remove_tombstone'])
      await run(`alter table timezones ${side === 'with' ? 'enable always' : 'disable'} trigger ${trigger}`)
    await run('vacuum full timezones')
    await run('checkpoint')
    rates[side].push(await pgbench())
  }
rmSync(directory, { recursive: true })
await client.end()
const [without, withFeed] = [median(rates.without), median(rates.with)]
console.log(
  `without the feed ${without.toFixed(0)}/s, with it ${withFeed.toFixed(0)}/s: ${(withFeed / without).toFixed(2)}`,
)

function run(statement: string): Promise<unknown> {
  return client.query(statement)
}

async function pgbench(): Promise<number> {
  const options = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(CLIENTS),
    '-j',
    '2',
    '-T',
    String(SECONDS),
    '-f',
    script,
  ]
  const { stdout } = await promisify(execFile)(join(binaries ?? '', 'pgbench'), [...options, postgres.url])
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
