// `npm run bench:growth`: what each route takes as the table grows, into growth.svg and growth.md. About five minutes, and
// 3 GB of disk for the ten million.
import { writeFileSync } from 'node:fs'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { startTestRedis } from '@timezone-registry/test-servers/redis'
import pg from 'pg'
import { drain, median, timed } from './measure.ts'
import { startService } from './start-service.ts'

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000]
const ROUNDS = 30
const STATS_REUSED_MILLISECONDS = 3100
const LABEL_HEIGHT = 16

type Route = { name: string; why: string; rounds?: number; request: (size: number) => Promise<unknown> }
type Line = { name: string; why: string; milliseconds: number[] }

await using postgres = await startTestPostgres()
await using redis = await startTestRedis()
await using service = await startService({
  DATABASE_URL: postgres.url,
  REDIS_URL: redis.url,
  CHANGES_RETENTION_DAYS: '3650',
})
const { address } = service
const database = new pg.Client(postgres.url)
database.on('error', (error) => console.error(error.message))
await database.connect()

const ROUTES: Route[] = [
  {
    name: '/get',
    why: 'one look into an index, two or three pages deep',
    request: (size) => drain(`${address}/v1/get?id=${someone(size)}`),
  },
  {
    name: '/set',
    why: 'the same, and one more entry at the end of the log',
    request: (size) =>
      fetch(`${address}/v1/set`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user_id: someone(size), username: 'nelly', timezone: 'Europe/Berlin' }),
      }),
  },
  {
    name: '/lookup of 100',
    why: 'a hundred looks into the index in one query',
    request: (size) =>
      drain(`${address}/v1/lookup?ids=${Array.from({ length: 100 }, () => someone(size)).join(',')}`),
  },
  {
    name: '/changes of 1,000',
    why: 'a stretch of the log’s key, wherever it lies',
    request: () => drain(`${address}/v1/changes?limit=1000`),
  },
  {
    name: '/stats',
    why: 'reads the whole table, once in three seconds however many ask',
    rounds: 3,
    request: async () => drain(`${address}/v1/stats`),
  },
  { name: '/list', why: 'writes the whole table', rounds: 1, request: () => drain(`${address}/v1/list`) },
]

const lines: Line[] = ROUTES.map(({ name, why }) => ({ name, why, milliseconds: [] }))
let filled = 0
for (const size of SIZES) {
  await fill(filled, size)
  filled = size
  for (const [index, { rounds = ROUNDS, request }] of ROUTES.entries()) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      if (rounds < ROUNDS) await new Promise((resolve) => setTimeout(resolve, STATS_REUSED_MILLISECONDS))
      times.push(await timed(() => request(size)))
    }
    lines[index]?.milliseconds.push(median(times))
    console.log(size, ROUTES[index]?.name, median(times).toFixed(1))
  }
}
await database.end()
writeFileSync(new URL('./growth.svg', import.meta.url), draw(lines))
writeFileSync(new URL('./growth.md', import.meta.url), tell(lines))

function someone(size: number): string {
  return String(1 + Math.floor(Math.random() * size))
}

/** Past the log but for the first: ten million entries of it would take half an hour, and none is looked at. */
async function fill(from: number, to: number): Promise<void> {
  if (from > 0) await database.query('alter table timezones disable trigger timezones_log_change')
  await database.query(
    `insert into timezones (user_id, username, timezone)
     select n::text, 'user name ' || n, 'Europe/Berlin' from generate_series(${from + 1}, ${to}) n`,
  )
  await database.query('alter table timezones enable trigger timezones_log_change')
  await database.query('vacuum analyze timezones, timezone_tombstones')
}

/** Both axes in powers of ten: a flat line does not grow, a diagonal one grows with the table. */
function draw(all: Line[]): string {
  const [width, height, left, top, right, bottom] = [860, 460, 70, 20, 150, 50]
  const colours = ['#4f46e5', '#0891b2', '#059669', '#d97706', '#dc2626', '#7c3aed']
  const [lowest, highest] = [-1, 5]
  const x = (size: number) => left + ((Math.log10(size) - 4) / 3) * (width - left - right)
  const y = (milliseconds: number) =>
    top + ((highest - Math.log10(milliseconds)) / (highest - lowest)) * (height - top - bottom)
  const text = (atX: number, atY: number, said: string, more = '') =>
    `<text x="${atX.toFixed(0)}" y="${atY.toFixed(0)}" ${more}>${said}</text>`
  const rows = Array.from({ length: highest - lowest + 1 }, (_, index) => 10 ** (lowest + index))
  // Names of lines that end close to each other go one below the other.
  const labels = new Map<string, number>()
  let lowestLabel = 0
  for (const { name, milliseconds } of all.toSorted(
    (a, b) => (b.milliseconds.at(-1) ?? 0) - (a.milliseconds.at(-1) ?? 0),
  )) {
    lowestLabel = Math.max(y(milliseconds.at(-1) ?? 1) + 4, lowestLabel + LABEL_HEIGHT)
    labels.set(name, lowestLabel)
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13" fill="#334155">
<title>Milliseconds of one request by the number of records</title>
<rect width="${width}" height="${height}" fill="white"/>
${rows.map((row) => `<path d="M${left} ${y(row).toFixed(1)}H${width - right}" stroke="#e2e8f0"/>${text(left - 8, y(row) + 4, `${row >= 1000 ? `${row / 1000} s` : `${row} ms`}`, 'text-anchor="end"')}`).join('\n')}
${SIZES.map((size) => text(x(size), height - bottom + 22, `${size.toLocaleString('en')}`, 'text-anchor="middle"')).join('\n')}
${text((left + width - right) / 2, height - 6, 'records', 'text-anchor="middle"')}
${all.map(({ name, milliseconds }, index) => `<path d="M${milliseconds.map((value, at) => `${x(SIZES[at] ?? 1).toFixed(1)} ${y(value).toFixed(1)}`).join('L')}" fill="none" stroke="${colours[index]}" stroke-width="2.5"/>${text(width - right + 8, labels.get(name) ?? 0, name, `fill="${colours[index]}" font-weight="bold"`)}`).join('\n')}
</svg>
`
}

function tell(all: Line[]): string {
  const rows = all.map(
    ({ name, why, milliseconds }) =>
      `| \`${name}\` | ${milliseconds.map((value) => value.toFixed(1)).join(' | ')} | ${why} |`,
  )
  return `# As the table grows\n\nWritten by \`npm run bench:growth\`: milliseconds of one request at a time, medians.\n\n![Milliseconds by records, both in powers of ten](growth.svg)\n\n| route | ${SIZES.map((size) => size.toLocaleString('en')).join(' | ')} | because it |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`
}
