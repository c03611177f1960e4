// What storage settings change about the space and the time that changes take: on average, each record is changed three
// times, as fast as two writers can, with each of several settings of the table, on a distribution's PostgreSQL where one
// is installed. Run it with `node bench/vacuum.ts`; README.md has the results.
import type pg from 'pg'
import { changeRecords, readTableSize } from './measuring/churn.ts'
import { median, timed } from './measuring/statistics.ts'
import { addRecords } from './measuring/tables.ts'
import { openEnvironment } from './servers/environment.ts'
import { startService } from './servers/service.ts'
import { settings } from './settings.ts'

const TIMES_CHANGED = 3
const LOOKUPS = 200
const VARIANTS: Record<string, string[]> = {
  'the defaults': [],
  'a tenth of the pauses': ['alter table timezones set (autovacuum_vacuum_cost_limit = 2000)'],
  'the same, at a twentieth of dead rows': [
    'alter table timezones set (autovacuum_vacuum_cost_limit = 2000, autovacuum_vacuum_scale_factor = 0.05)',
  ],
  'a fifth of each page left free': [
    'alter table timezones set (fillfactor = 80)',
    'alter index timezones_pkey set (fillfactor = 70)',
    'alter index idx_timezones_public_name set (fillfactor = 70)',
  ],
}

for (const [name, statements] of Object.entries(VARIANTS)) await measure(name, statements)

async function measure(name: string, statements: readonly string[]): Promise<void> {
  await using environment = await openEnvironment()
  const { database, env } = environment
  // The service brings the schema up to date.
  await (await startService(env)).stop()
  for (const statement of statements) await database.query(statement)
  const { records } = settings
  await addRecords(database, { from: 1, to: records })
  const changes = records * TIMES_CHANGED
  const milliseconds = await timed(() => changeRecords(env.DATABASE_URL, { records, changes }))
  const { heap, indexes, dead, vacuums } = await readTableSize(database)
  console.log(
    `${name}: ${perSecond(changes, milliseconds)} changes a second, table ${megabytes(heap)}, indexes ${megabytes(indexes)}, ${dead} dead rows, ${vacuums} autovacuums, lookup of 100 in ${(await timeLookup(database)).toFixed(1)} ms`,
  )
}

async function timeLookup(database: pg.Client): Promise<number> {
  const times: number[] = []
  for (let time = 0; time < LOOKUPS; time++) {
    const ids = Array.from({ length: 100 }, () => String(1 + Math.floor(Math.random() * settings.records)))
    times.push(await timed(() => database.query('select * from timezones where user_id = any($1)', [ids])))
  }
  return median(times)
}

function perSecond(changes: number, milliseconds: number): string {
  return Math.round((changes / milliseconds) * 1000).toLocaleString('en')
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}
