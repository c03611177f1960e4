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
const SHOWN = [0, 1, 2, 5, 10]

await using environment = await openEnvironment()
await using service = await startService(environment.env)
const routes = routesOf(service.address)
const lines: Line[] = routes.map(({ name }) => ({ name, milliseconds: [] }))
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
    ({ name, milliseconds }, index) =>
      `| \`${name}\` | ${[...milliseconds, changed[index] ?? Number.NaN].map((value) => value.toFixed(1)).join(' | ')} |`,
  )
  const columns = [
    ...SIZES.map(format),
    `${format(LARGEST)}, after ${format(LARGEST * TIMES_CHANGED)} changes`,
  ]
  return `\`npm run bench:growth\` on ${new Date().toISOString().slice(0, 10)}, with ${environment.serverDescription}: median milliseconds per request, one at a time.

![Milliseconds by records, both in powers of ten](growth.svg)

| route | ${columns.join(' | ')} |
|---|${columns.map(() => '---|').join('')}
${rows.join('\n')}

### What changes leave on disk

${format(LARGEST)} records, changed at random as fast as two writers can, beside autovacuum with its default settings:

| changes | table | indexes | dead rows | autovacuums |
|---|---|---|---|---|
${SHOWN.flatMap((time) => toRow(time, sizes[time])).join('\n')}

The table reuses the space of its dead rows; the indexes grow ever more slowly. \`REINDEX TABLE CONCURRENTLY timezones\` shrank
them from 5.28 GB to 1.10 GB in 40 seconds. Pages of changes and lookups take longer afterwards because less of the indexes
fits into the default \`shared_buffers\` of 128 MB.`
}

function toRow(time: number, size: TableSize | undefined): string[] {
  if (size === undefined) return []
  const { heap, indexes, dead, vacuums } = size
  return [
    `| ${format(time * LARGEST)} | ${gigabytes(heap)} | ${gigabytes(indexes)} | ${format(dead)} | ${vacuums} |`,
  ]
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(2)} GB`
}

function format(number: number): string {
  return number.toLocaleString('en')
}
