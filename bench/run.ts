// `npm run bench`: each figure is a ratio of two things measured in turn, in this run, on this machine; the medians go to
// results.md. Real Postgres and Redis, the service as a process with its defaults, its limits so high that none is hit.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { startTestRedis } from '@timezone-registry/test-servers/redis'
import { residentMegabytes } from '@timezone-registry/test-servers/server-process'
import pg from 'pg'
import { drain, loadShare, median, pgbench, requestsPerSecond, timed } from './measure.ts'
import { firstLoadBytes, typingDelays } from './page.ts'
import { startProcess, startService } from './start-service.ts'
import { add, addRatio, inTurn, report } from './table.ts'

const LISTENERS = 1000
const MILLION = 1_000_000
const SET = '{"user_id":"<random>","username":"nelly","timezone":"Europe/Berlin"}'
const UPSERT =
  "insert into timezones (user_id, username, timezone) values ((:id)::text, 'nelly', 'Europe/Berlin') on conflict (user_id) do update set username = excluded.username, timezone = excluded.timezone, updated_at = greatest(now(), timezones.updated_at + interval '1 millisecond') returning *"
const SELECT = 'select * from timezones where user_id = (:id)::text'

await using postgres = await startTestPostgres()
await using redis = await startTestRedis()
const SERVERS = { DATABASE_URL: postgres.url, REDIS_URL: redis.url }
const database = new pg.Client(postgres.url)
database.on('error', (error) => console.error(error.message))

{
  await using service = await startService(SERVERS)
  await database.connect()
  await measureKnown(service.address)
  await measureSets(service.address)
  await measureOverload(service.address)
  await measureListeners(service.address)
  await fill(10_000)
  const changesOfFew = await timeChanges(service.address)
  await fill(MILLION)
  await measureUncached(service.address)
  await measureLookup(service.address)
  await measureChanges(service.address, changesOfFew)
  await measureStats(service.address)
}
await measureList()
await measureWorkers()
await measureRedis()
await measureStart()
await measurePage()
await database.end()
report()

/** One user, in the cache. */
async function measureKnown(address: string): Promise<void> {
  await post(address, SET.replace('<random>', 'known'))
  const url = `${address}/v1/get?id=known`
  const first = await fetch(url)
  const ANSWER = JSON.stringify({
    headers: [...first.headers]
      .filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
      .flat(),
    body: await first.text(),
  })
  await using bare = await startProcess(fileURLToPath(new URL('./baselines/bare.ts', import.meta.url)), {
    ANSWER,
  })
  await using express = await startProcess(
    fileURLToPath(new URL('./baselines/express.ts', import.meta.url)),
    { ANSWER },
  )
  const [ours, bares, expresses] = await inTurn([
    () => requestsPerSecond({ url, connections: 32 }),
    () => requestsPerSecond({ url: `${bare.address}/v1/get?id=known`, connections: 32 }),
    () => requestsPerSecond({ url: `${express.address}/v1/get?id=known`, connections: 32 }),
  ])
  addRatio(
    '`GET /v1/get` of a known user, 32 connections',
    'bare `node:http`, the same bytes',
    0.6,
    ours,
    bares,
  )
  addRatio('the same', 'Express with one `res.json`', 0.9, ours, expresses)
}

async function measureSets(address: string): Promise<void> {
  const plainScript = fileURLToPath(new URL('./baselines/query-per-request.ts', import.meta.url))
  await using plain = await startProcess(plainScript, { DATABASE_URL: postgres.url })
  const set = (base: string, connections: number) => () =>
    requestsPerSecond({ url: `${base}/v1/set`, connections, body: SET })
  const [ours, plains, benches] = await inTurn([
    set(address, 64),
    set(plain.address, 64),
    async () => (await pgbench(postgres.url, 64, UPSERT)) ?? Number.NaN,
  ])
  addRatio('`POST /v1/set`, 64 connections', '`pgbench -M prepared -c 64`, the same upsert', 1, ours, benches)
  addRatio('the same', 'Express and pg, one query for each request', 1, ours, plains)
  const [lone, loneBench] = await inTurn([
    set(address, 1),
    async () => (await pgbench(postgres.url, 1, UPSERT)) ?? Number.NaN,
  ])
  addRatio('`POST /v1/set`, 1 connection', '`pgbench -c 1`', 0.4, lone, loneBench)
  await database.query('alter table timezones disable trigger timezones_log_change')
  const without = [await set(address, 64)(), await set(address, 64)(), await set(address, 64)()]
  await database.query('alter table timezones enable trigger timezones_log_change')
  addRatio('`POST /v1/set`, 64 connections', 'the same without the change log', 0.75, ours, without)
}

/** What somebody waits for a set that is accepted, beside as many callers as fit, and beside far more. */
async function measureOverload(address: string): Promise<void> {
  const beside = (connections: number) => async () => {
    const set = { url: `${address}/v1/set`, connections, body: SET, mayRefuse: true }
    const load = requestsPerSecond(set)
    await sleep(500)
    const times: number[] = []
    const until = performance.now() + 3000
    while (performance.now() < until) {
      const since = performance.now()
      if ((await post(address, SET.replace('<random>', 'patient'))).ok) times.push(performance.now() - since)
    }
    await load
    return median(times)
  }
  const [few, many] = await inTurn([beside(64), beside(2000)])
  const ratio = median(many) / median(few)
  const measured = `${ratio.toFixed(1)} times (${median(many).toFixed(1)} / ${median(few).toFixed(1)} ms)`
  add(
    'a set that is accepted, beside 2,000 connections',
    'beside 64',
    'at most 3 times',
    measured,
    ratio <= 3,
  )
}

/** Users of a million, each once: hardly one is in the cache. */
async function measureUncached(address: string): Promise<void> {
  await fillPlain()
  const [ours, benches] = await inTurn([
    () => requestsPerSecond({ url: `${address}/v1/get?id=<random>`, connections: 32 }),
    async () => (await pgbench(postgres.url, 32, SELECT)) ?? Number.NaN,
  ])
  addRatio('`GET /v1/get` of a user not cached', '`pgbench` prepared select, 32 clients', 0.3, ours, benches)
}

async function measureLookup(address: string): Promise<void> {
  const ids = Array.from({ length: 100 }, (_, index) => String(index + 1))
  const [single, hundred] = await inTurn([
    () =>
      averageTime(async () => {
        for (const id of ids) await drain(`${address}/v1/get?id=${id}`)
      }),
    () => averageTime(() => drain(`${address}/v1/lookup?ids=${ids.join(',')}`)),
  ])
  const ratio = median(single) / median(hundred)
  add(
    '`GET /v1/lookup` of 100 ids',
    '100 times `GET /v1/get`',
    'at least 20 times faster',
    `${ratio.toFixed(0)} times (${median(hundred).toFixed(1)} / ${median(single).toFixed(1)} ms)`,
    ratio >= 20,
  )
}

/** Of fifty times in a row: the first few run code that is not compiled yet. */
async function averageTime(work: () => Promise<void>): Promise<number> {
  const total = await timed(async () => {
    for (let times = 0; times < 50; times++) await work()
  })
  return total / 50
}

/** Reads with a thousand listeners and a set each second, against reads with none and the same sets. */
async function measureListeners(address: string): Promise<void> {
  const reads = async () => {
    const writing = setInterval(() => post(address, SET.replace('<random>', 'known')), 1000)
    const result = await requestsPerSecond({ url: `${address}/v1/get?id=known`, connections: 32 })
    clearInterval(writing)
    return result
  }
  const [alone, listened] = await inTurn([
    reads,
    async () => {
      const listeners = await Promise.all(Array.from({ length: LISTENERS }, () => listen(address)))
      const result = await reads()
      for (const listener of listeners) listener.destroy()
      await sleep(1000)
      return result
    },
  ])
  addRatio(
    `\`GET /v1/get\` with ${LISTENERS} listeners and a set each second`,
    'the same without listeners',
    0.9,
    listened,
    alone,
  )
}

/** As cheap a listener as can be: it shares the machine with what it measures. */
async function listen(address: string) {
  const listener = get(`${address}/v1/events`)
  const [response] = await once(listener, 'response')
  response.on('error', () => {})
  response.resume()
  return listener
}

async function measureChanges(address: string, few: number): Promise<void> {
  const many = await timeChanges(address)
  const ratio = many / few
  add(
    '`GET /v1/changes` of 1,000 changes, 1,000,000 records',
    'the same with 10,000 records',
    'at most 1.2 times',
    `${ratio.toFixed(2)} (${many.toFixed(1)} / ${few.toFixed(1)} ms)`,
    ratio <= 1.2,
  )
}

/** In a process of its own, which shows what a list takes; what others have left to collect would hide it. */
async function measureList(): Promise<void> {
  await fill(MILLION)
  await using service = await startService(SERVERS)
  const { address, pid } = service
  let growth = 0
  const list = async () => {
    const before = residentMegabytes(pid)
    const watching = setInterval(() => {
      growth = Math.max(growth, residentMegabytes(pid) - before)
    }, 20)
    const milliseconds = await timed(() => drain(`${address}/v1/list`))
    clearInterval(watching)
    return milliseconds
  }
  const [lists, copies] = await inTurn([list, timeCopy])
  const ratio = median(lists) / median(copies)
  add(
    '`GET /v1/list` of a million records',
    '`copy … to stdout`',
    'at most 3 times',
    `${ratio.toFixed(2)} (${Math.round(median(lists))} / ${Math.round(median(copies))} ms)`,
    ratio <= 3,
  )
  add(
    'the process while it lists, at most',
    'before that list',
    'at most 64 MB more',
    `${Math.round(growth)} MB`,
    growth <= 64,
  )
}

async function measureStats(address: string): Promise<void> {
  await sleep(3100)
  const first = await timed(() => drain(`${address}/v1/stats`))
  const second = await timed(() => drain(`${address}/v1/stats`))
  add(
    '`GET /v1/stats` of a million records',
    'the next within three seconds',
    'shared',
    `${Math.round(first)} ms, then ${second.toFixed(1)} ms`,
    second < first,
  )
}

/** What Redis itself could answer: for scale, the service does not ask it for a cached record. */
async function measureRedis(): Promise<void> {
  const { port } = new URL(redis.url)
  const { stdout } = await promisify(execFile)('redis-benchmark', [
    '-p',
    port,
    '-c',
    '32',
    '-n',
    '200000',
    '-t',
    'get',
    '--csv',
  ]).catch(() => ({ stdout: '' }))
  const [, perSecond] = /"GET","([\d.]+)"/.exec(stdout) ?? []
  add(
    '`redis-benchmark` GET, 32 connections',
    '–',
    'for scale',
    perSecond === undefined ? 'not installed' : `${Math.round(Number(perSecond))} a second`,
    undefined,
  )
}

async function measureWorkers(): Promise<void> {
  await using one = await startService(SERVERS)
  await using two = await startService({ ...SERVERS, WORKERS: '2' })
  for (const { address } of [one, two]) await post(address, SET.replace('<random>', 'known'))
  const reads = (address: string) => () =>
    requestsPerSecond({ url: `${address}/v1/get?id=known`, connections: 32 })
  const [alone, both] = await inTurn([reads(one.address), reads(two.address)])
  const share = Number.isNaN(loadShare) ? 'a part' : `${Math.round(loadShare * 100)} %`
  addRatio(
    `\`WORKERS=2\`, reads a second, beside a load that takes ${share} of a core`,
    '`WORKERS=1`',
    1.5,
    both,
    alone,
  )
}

async function measureStart(): Promise<void> {
  const [services, nodes] = await inTurn([
    async () => {
      await using service = await startService(SERVERS)
      return service.readyAfter
    },
    () => timed(() => promisify(execFile)(process.execPath, ['-e', '0'])),
  ])
  const more = median(services) - median(nodes)
  add(
    'process ready after start',
    '`node -e 0`',
    'at most 1,000 ms more',
    `${Math.round(more)} ms more (${Math.round(median(services))} / ${Math.round(median(nodes))})`,
    more <= 1000,
  )
}

/** A million users by their number, as the random ids of the load ask for them. */
async function fillPlain(): Promise<void> {
  await database.query(
    `insert into timezones (user_id, username, timezone) select n::text, 'user name ' || n, 'Europe/Berlin' from generate_series(1, ${MILLION}) n on conflict do nothing`,
  )
  await database.query('vacuum analyze timezones')
}

async function measurePage(): Promise<void> {
  const bytes = firstLoadBytes()
  const size = `${(bytes / 1000).toFixed(1)} KB`
  add('the page’s JavaScript, first load, gzipped', '–', 'at most 130 KB', size, bytes <= 130_000)
  await using service = await startService(SERVERS)
  const what = 'a key in the zone picker until the list is redrawn, the processor slowed down 6 times'
  const [delays] = await inTurn([async () => Math.max(...(await typingDelays(service.address)))])
  const slowest = median(delays)
  if (Number.isFinite(slowest))
    add(what, '–', 'at most 200 ms', `the slowest of 16: ${slowest} ms`, slowest <= 200)
  else add(what, '–', 'at most 200 ms', 'not measured: there is no Chromium', undefined)
}

/** Fills the table up, and logs as many changes. */
async function fill(records: number): Promise<void> {
  await database.query('truncate timezones, timezone_tombstones')
  await database.query(
    `insert into timezones (user_id, username, timezone)
     select (100000000000000000 + n::bigint * 7919)::text, 'user name ' || n, 'Europe/Berlin' from generate_series(1, ${records}) n`,
  )
  await database.query('vacuum analyze timezones, timezone_tombstones')
}

async function timeChanges(address: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 20; round++)
    times.push(await timed(() => drain(`${address}/v1/changes?limit=1000`)))
  return median(times)
}

/** `copy` through a client that throws it away, as `psql … > /dev/null` does. */
function timeCopy(): Promise<number> {
  const copy = 'copy (select user_id, username, timezone from timezones) to stdout'
  return timed(() => promisify(execFile)('sh', ['-c', `psql "${postgres.url}" -c '${copy}' > /dev/null`]))
}

async function post(address: string, body: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${address}/v1/set`, { method: 'POST', headers, body })
  await response.text()
  return response
}
