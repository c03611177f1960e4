// Bytes on disk for each record: the table, its indexes, and a tombstone, on a distribution's PostgreSQL where one is
// installed. Run it with `node bench/size.ts`; docs/operations/sizing.md has the figures.
import { addRecords } from './measuring/tables.ts'
import { openEnvironment } from './servers/environment.ts'
import { startService } from './servers/service.ts'
import { settings } from './settings.ts'

await using environment = await openEnvironment()
const { database } = environment
// The service brings the schema up to date.
await using _service = await startService(environment.env)
await addRecords(database, { from: 1, to: settings.records })
await report('after the import')

// Each record is written once more, as vacuum in between would allow.
const PARTS = 20
for (let part = 0; part < PARTS; part++) {
  await database.query(
    `update timezones set timezone = 'America/New_York', updated_at = now() where user_id::int % ${PARTS} = ${part}`,
  )
  await database.query('vacuum timezones')
}
await report('after each was changed once')

await database.query('delete from timezones where user_id::int % 10 = 0')
await database.query('vacuum')
await report('after a tenth was deleted')

async function report(when: string): Promise<void> {
  const { rows } = await database.query(
    `select relname, pg_table_size(oid) as heap, pg_indexes_size(oid) as indexes from pg_class
     where relname in ('timezones', 'timezone_tombstones') order by relname desc`,
  )
  const parts = rows.map(
    ({ relname, heap, indexes }) =>
      `${relname} ${perRecord(heap)} bytes and ${perRecord(indexes)} of indexes`,
  )
  console.log(`${when}, for each of ${settings.records} records: ${parts.join('; ')}`)
}

function perRecord(bytes: unknown): number {
  return Math.round(Number(bytes) / settings.records)
}
