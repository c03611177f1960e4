// `npm run bench`: each figure is a ratio of two things measured in turn, in this run, on this machine; the medians go to
// results.md. Real Postgres and Redis, the service as a process with its defaults, its limits so high that none is hit.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { cpus, totalmem } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { startTestRedis } from '@timezone-registry/test-servers/redis'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'
import autocannon from 'autocannon'
import pg from 'pg'

const ROUNDS = 5
const SECONDS = 4
const LISTENERS = 1000

type Row = { what: string; against: string; target: string; measured: string; reached: boolean }
const rows: Row[] = []

await using postgres = await startTestPostgres()
await using redis = await startTestRedis()
await using service = startProcess({
  DATABASE_URL: postgres.url,
  REDIS_URL: redis.url,
  RATE_LIMIT_WRITES_PER_MINUTE: '10000000',
  RATE_LIMIT_READS_PER_MINUTE: '10000000',
})
const address = await service.ready()
const database = new pg.Client(postgres.url)
await database.connect()
database.on('error', (error) => console.error(error.message))

await measureLog()
await measureListeners()
await fill(10_000)
const changesOfFew = await timeChanges()
await fill(1_000_000)
await measureChanges(changesOfFew)
await measureList(service)
await measureStats()
await database.end()
report()

/** A set with the log, against the same without it. */
async function measureLog(): Promise<void> {
  const withLog: number[] = []
  const without: number[] = []
  await setsPerSecond()
  for (let round = 0; round < ROUNDS; round++) {
    withLog.push(await setsPerSecond())
    await database.query('alter table timezones disable trigger timezones_log_change')
    without.push(await setsPerSecond())
    await database.query('alter table timezones enable trigger timezones_log_change')
  }
  const ratio = median(withLog) / median(without)
  add(
    '`POST /v1/set`, 64 connections, sets a second',
    'the same without the change log',
    'at least 0.75',
    ratio.toFixed(2),
    ratio >= 0.75,
    `${Math.round(median(withLog))} / ${Math.round(median(without))}`,
  )
}

/** Reads with a thousand listeners and a set each second, against reads with none and the same sets. */
async function measureListeners(): Promise<void> {
  const alone: number[] = []
  const listened: number[] = []
  await getsPerSecond()
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await getsPerSecond())
    const listeners = await Promise.all(Array.from({ length: LISTENERS }, listen))
    listened.push(await getsPerSecond())
    for (const listener of listeners) listener.destroy()
    await sleep(1000)
  }
  const ratio = median(listened) / median(alone)
  add(
    `\`GET /v1/get\` with ${LISTENERS} listeners and a set each second`,
    'the same without listeners',
    'at least 0.9',
    ratio.toFixed(2),
    ratio >= 0.9,
    `${Math.round(median(listened))} / ${Math.round(median(alone))} a second`,
  )
}

/** As cheap a listener as can be: it shares the machine with what it measures. */
async function listen() {
  const listener = get(`${address}/v1/events`)
  const [response] = await once(listener, 'response')
  response.on('error', () => {})
  response.resume()
  return listener
}

async function measureChanges(few: number): Promise<void> {
  const many = await timeChanges()
  const ratio = many / few
  add(
    '`GET /v1/changes` of 1,000 changes, 1,000,000 records',
    'the same with 10,000 records',
    'at most 1.2',
    ratio.toFixed(2),
    ratio <= 1.2,
    `${many.toFixed(1)} / ${few.toFixed(1)} ms`,
  )
}

async function measureList({ pid }: ServiceProcess): Promise<void> {
  const lists: number[] = []
  const before = await rssMegabytes(pid)
  let peak = before
  const watching = setInterval(async () => {
    peak = Math.max(peak, await rssMegabytes(pid))
  }, 50)
  for (let round = 0; round < ROUNDS; round++) {
    lists.push(await timed(() => drain('/v1/list')))
  }
  clearInterval(watching)
  const copy = await timeCopy()
  const ratio = median(lists) / copy
  add(
    '`GET /v1/list` of a million records',
    '`copy … to stdout`',
    'at most 3 times its time',
    ratio.toFixed(2),
    ratio <= 3,
    `${Math.round(median(lists))} / ${Math.round(copy)} ms`,
  )
  add(
    'the process while it lists',
    'before',
    'at most 64 MB more',
    `${Math.round(peak - before)} MB`,
    peak - before <= 64,
  )
}

async function measureStats(): Promise<void> {
  const first = await timed(() => drain('/v1/stats'))
  const second = await timed(() => drain('/v1/stats'))
  add(
    '`GET /v1/stats` of a million records',
    'the next within three seconds',
    'shared',
    `${Math.round(first)} ms, then ${second.toFixed(1)} ms`,
    second < first,
  )
}

async function setsPerSecond(): Promise<number> {
  const { requests } = await autocannon({
    url: `${address}/v1/set`,
    connections: 64,
    duration: SECONDS,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    idReplacement: true,
    body: '{"user_id":"[<id>]","username":"nelly","timezone":"Europe/Berlin"}',
  })
  return requests.average
}

async function getsPerSecond(): Promise<number> {
  const body = JSON.stringify({ user_id: 'known', username: 'x', timezone: 'UTC' })
  const set = () =>
    fetch(`${address}/v1/set`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  await set()
  const writing = setInterval(set, 1000)
  const { requests } = await autocannon({
    url: `${address}/v1/get?id=known`,
    connections: 32,
    duration: SECONDS,
  })
  clearInterval(writing)
  return requests.average
}

/** Fills the table up, and logs as many changes. */
async function fill(records: number): Promise<void> {
  await database.query('truncate timezones, timezone_changes')
  await database.query(
    `insert into timezones (user_id, username, timezone)
     select (100000000000000000 + n::bigint * 7919)::text, 'user name ' || n, 'Europe/Berlin' from generate_series(1, ${records}) n`,
  )
  await database.query('vacuum analyze timezones, timezone_changes')
}

async function timeChanges(): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 20; round++) times.push(await timed(() => drain('/v1/changes?limit=1000')))
  return median(times)
}

/** `copy` through a client that throws it away, as `psql … > /dev/null` does. */
async function timeCopy(): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    times.push(
      await timed(() =>
        promisify(execFile)('sh', [
          '-c',
          `psql "${postgres.url}" -c 'copy (select user_id, username, timezone from timezones) to stdout' > /dev/null`,
        ]),
      ),
    )
  return median(times)
}

async function drain(path: string): Promise<void> {
  // `copy` is not compressed either.
  const response = await fetch(`${address}${path}`, { headers: { 'accept-encoding': 'identity' } })
  for await (const _chunk of response.body ?? []);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}

async function rssMegabytes(pid: number): Promise<number> {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

function add(
  what: string,
  against: string,
  target: string,
  ratio: string,
  reached: boolean,
  figures = '',
): void {
  rows.push({ what, against, target, measured: figures === '' ? ratio : `${ratio} (${figures})`, reached })
}

function report(): void {
  const lines = rows.map(
    (row) =>
      `| ${row.what} | ${row.against} | ${row.target} | ${row.measured} | ${row.reached ? 'yes' : '**no**'} |`,
  )
  const machine = `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GB; service, database, Redis and load on the same machine. Medians of ${ROUNDS} rounds.`
  const table = `| what | against | target | measured | reached |\n|---|---|---|---|---|\n${lines.join('\n')}\n`
  console.log(table)
  writeFileSync(
    new URL('./results.md', import.meta.url),
    `# Results\n\nWritten by \`npm run bench\`. ${machine}\n\n${table}`,
  )
}
