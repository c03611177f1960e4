// `npm run bench:growth`: how long one request to each route takes as the table grows, into growth.svg and growth.md.
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { drawGrowth, type Line } from './growth-chart.ts'
import { drain, postSet } from './measuring/requests.ts'
import { median, timed } from './measuring/statistics.ts'
import { addRecords } from './measuring/tables.ts'
import { openEnvironment } from './servers/environment.ts'
import { startService } from './servers/service.ts'
import { settings } from './settings.ts'

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000].filter((size) => size <= settings.records * 10)
const TIMES = 30
// Routes that read the whole table may share one answer for this long.
const SHARED_MILLISECONDS = 3100

type Route = { name: string; why: string; times?: number; request(size: number): Promise<unknown> }

await using environment = await openEnvironment()
await using service = await startService(environment.env)
const routes = routesOf(service.address)
const lines: Line[] = routes.map(({ name, why }) => ({ name, why, milliseconds: [] }))
let filled = 0
for (const size of SIZES) {
  await addRecords(environment.database, { from: filled + 1, to: size })
  filled = size
  for (const [index, route] of routes.entries()) {
    const milliseconds = await measureRoute(route, size)
    lines[index]?.milliseconds.push(milliseconds)
    console.log(size, route.name, milliseconds.toFixed(1))
  }
}
writeFileSync(new URL('./growth.svg', import.meta.url), drawGrowth(lines, SIZES))
writeFileSync(new URL('./growth.md', import.meta.url), toMarkdown(lines))

function routesOf(address: string): Route[] {
  const hundred = (size: number) => Array.from({ length: 100 }, () => randomUser(size)).join(',')
  return [
    {
      name: '/get',
      why: 'reads one index entry, two or three pages deep',
      request: (size) => drain(`${address}/v1/get?id=${randomUser(size)}`),
    },
    {
      name: '/set',
      why: 'does the same, and writes one record',
      request: (size) => postSet(address, randomUser(size)),
    },
    {
      name: '/lookup of 100',
      why: 'reads a hundred index entries in one query',
      request: (size) => drain(`${address}/v1/lookup?ids=${hundred(size)}`),
    },
    {
      name: '/changes of 1,000',
      why: 'reads a range of the index on the order of change',
      request: () => drain(`${address}/v1/changes?limit=1000`),
    },
    {
      name: '/stats',
      why: 'counts every record',
      times: 3,
      request: () => drain(`${address}/v1/stats`),
    },
    { name: '/list', why: 'writes the whole table', times: 1, request: () => drain(`${address}/v1/list`) },
  ]
}

async function measureRoute({ times = TIMES, request }: Route, size: number): Promise<number> {
  const milliseconds: number[] = []
  for (let time = 0; time < times; time++) {
    if (times < TIMES) await sleep(SHARED_MILLISECONDS)
    milliseconds.push(await timed(() => request(size)))
  }
  return median(milliseconds)
}

function randomUser(size: number): string {
  return String(1 + Math.floor(Math.random() * size))
}

function toMarkdown(all: readonly Line[]): string {
  const rows = all.map(
    ({ name, why, milliseconds }) =>
      `| \`${name}\` | ${milliseconds.map((value) => value.toFixed(1)).join(' | ')} | ${why} |`,
  )
  const sizes = SIZES.map((size) => size.toLocaleString('en')).join(' | ')
  return `# As the table grows

Written by \`npm run bench:growth\` on ${environment.serverDescription}: milliseconds of one request at a time, medians.

![Milliseconds by records, both in powers of ten](growth.svg)

| route | ${sizes} | because it |
|---|${SIZES.map(() => '---|').join('')}---|
${rows.join('\n')}
`
}
