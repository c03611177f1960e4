// `node bench/hidden-timing.ts`: whether a response's time reveals a private record. For each route, requests for private
// and for missing records alternate, for the first time and again; a row has the share of pairs in which the private one
// took longer. 0.5 means that the times are alike; beyond the tolerance, they differ.
import { randomUUID } from 'node:crypto'
import { openEnvironment } from './servers/environment.ts'
import { startService } from './servers/service.ts'

const PAIRS = 250
const WARM_UP_REQUESTS = 50
// Four standard deviations of the share for two equal distributions of this size.
const TOLERANCE = 4 * Math.sqrt((2 * PAIRS + 1) / (12 * PAIRS ** 2))
const KEY = `tzr_${'0'.repeat(64)}`
const ROUTES: Record<string, (id: string) => string> = {
  record: (id) => `/get?id=${id}`,
  'record, with a key': (id) => `/get?id=${id}`,
  page: (id) => `/u/${id}`,
  card: (id) => `/u/${id}/card.png`,
  badge: (id) => `/badge/${id}.svg`,
  embed: (id) => `/embed/${id}`,
}

await using environment = await openEnvironment()
await using service = await startService({ ...environment.env, INITIAL_API_KEY: KEY })
console.log(`| route | first | again | (0.5 ± ${TOLERANCE.toFixed(2)}: alike) |\n|---|---|---|---|`)
let headers: Record<string, string> = {}
for (const [name, toPath] of Object.entries(ROUTES)) {
  const run = randomUUID()
  await addPrivateRecords(`${run}-private-`)
  headers = name.endsWith('key') ? { authorization: `Bearer ${KEY}` } : {}
  for (let request = 0; request < WARM_UP_REQUESTS; request++) await measure(toPath(`${run}-${request}`))
  const first = await compare(run, toPath)
  const again = await compare(run, toPath)
  console.log(`| ${name} | ${first.toFixed(3)} | ${again.toFixed(3)} | |`)
}

async function compare(run: string, toPath: (id: string) => string): Promise<number> {
  const durations: Record<'private' | 'missing', number[]> = { private: [], missing: [] }
  for (let pair = 1; pair <= PAIRS; pair++)
    // Ranks instead of durations, and in turn, so that a busy machine slows both alike.
    for (const kind of pair % 2 === 0 ? (['private', 'missing'] as const) : (['missing', 'private'] as const))
      durations[kind].push(await measure(toPath(`${run}-${kind}-${pair}`)))
  return shareOfLonger(durations.private, durations.missing)
}

async function measure(path: string): Promise<number> {
  const start = performance.now()
  const response = await fetch(service.address + path, { headers })
  await response.arrayBuffer()
  if (response.status !== 404) throw new Error(`${path} answers ${response.status} instead of 404`)
  return performance.now() - start
}

async function addPrivateRecords(prefix: string): Promise<void> {
  await environment.database.query(
    "insert into timezones (user_id, username, timezone, visibility) select $1 || n, 'n', 'Asia/Tokyo', 'private' from generate_series(1, $2::int) n",
    [prefix, PAIRS],
  )
}

/** How often one of the first group is longer than one of the second: 0.5 if the distributions are the same. */
function shareOfLonger(first: readonly number[], second: readonly number[]): number {
  const pairs = first.flatMap((one) => second.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)))
  return pairs.reduce<number>((sum, value) => sum + value, 0) / pairs.length
}
