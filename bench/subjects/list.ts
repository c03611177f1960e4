import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { residentMegabytes } from '@timezone-registry/test-servers/server-process'
import type { Client } from 'pg'
import { generateLoad, type Load } from '../measuring/load.ts'
import type { Row } from '../measuring/report.ts'
import { drain, postSet } from '../measuring/requests.ts'
import { compareLoads, compareTimes } from '../measuring/rows.ts'
import { inTurn, interleave, medianOf, type Sample, type Variant } from '../measuring/sample.ts'
import { median, timed } from '../measuring/statistics.ts'
import { fillTable } from '../measuring/tables.ts'
import { startScript } from '../servers/baselines.ts'
import type { Environment } from '../servers/environment.ts'
import type { BenchedProcess } from '../servers/process.ts'
import { startService } from '../servers/service.ts'
import { settings } from '../settings.ts'

const FEW = 100_000
const MAX_CPU_MICROSECONDS = 5000
const MAX_IDENTITY_MICROSECONDS = 33_000
const MAX_GROWTH_MEGABYTES = 300
// More would wait longer for the baseline than the load generator does.
const FEW_CONNECTIONS = 4
// As browsers send it.
const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' }
const IDENTITY = { connections: FEW_CONNECTIONS, headers: { 'accept-encoding': 'identity' } }
const FIRST_ID = 80_351_110_224_678_912n
const ID_STEP = 1_000_003n
const ZONES = `(select array_agg(name) from (select name from pg_timezone_names where name ~ '^(America|Asia|Europe)/' order by md5(name) limit 20) as zone)`
const COPY = 'copy (select user_id, username, timezone from timezones) to stdout'

/** The whole list as clients fetch it at their start, and its first one after the service's own. */
export async function measureList(environment: Environment): Promise<Row[]> {
  return [...(await measureMany(environment)), ...(await measureLarge(environment))]
}

/** Of as many users as a large community has. */
async function measureMany(environment: Environment): Promise<Row[]> {
  const { env, database } = environment
  await using service = await startService(env, { watchLoop: true })
  await using plain = await startScript('whole-list', env)
  await fillVaried(database, FEW)
  using memory = watchMemory(service)
  const lists = createLists(environment)
  const samples = await interleave({
    plain: lists(plain, { connections: FEW_CONNECTIONS }),
    identityPlain: lists(plain, IDENTITY),
    unchanged: lists(service),
    set: besideSets(service, lists(service)),
    identity: lists(service, IDENTITY),
  })
  const { known } = await interleave({
    known: lists(service, { headers: { 'if-none-match': await etagOf(service) } }),
  })
  const firstByte = await compareFirstBytes(service, plain)

  return [
    ...compressedRows({ ...samples, known }),
    row({
      what: '4 connections, not compressed',
      against: '4 connections, made for each request',
      ours: samples.identity,
      theirs: samples.identityPlain,
      maxCpu: MAX_IDENTITY_MICROSECONDS,
    }),
    firstByte,
    memoryRow(memory.growth()),
  ]
}

type Samples = Record<'plain' | 'unchanged' | 'set' | 'known', readonly Sample[]>

function compressedRows(samples: Samples): Row[] {
  const against = '4 connections, made for each request'
  const compressed = { against, theirs: samples.plain, maxCpu: MAX_CPU_MICROSECONDS }
  return [
    row({
      what: `\`GET /v1/list\` of ${FEW.toLocaleString('en')} records as browsers ask for it, 16 connections`,
      ours: samples.unchanged,
      ...compressed,
    }),
    row({ what: '16 connections, one set a second', ours: samples.set, ...compressed }),
    row({ what: '16 connections, answered 304', ours: samples.known, ...compressed }),
  ]
}

/** Users whose ids, names and zones compress as little as those of people. */
async function fillVaried(database: Client, records: number): Promise<void> {
  await fillTable(database, 0)
  await database.query(
    `insert into timezones (user_id, username, timezone)
     select (${FIRST_ID} + n::bigint * ${ID_STEP})::text, substr(md5(n::text), 1, 4 + n % 12), (${ZONES})[1 + floor(20 * power(random(), 2))::int]
     from generate_series(1, ${records}) n`,
  )
  await database.query('vacuum analyze')
}

async function compareFirstBytes(service: BenchedProcess, plain: BenchedProcess): Promise<Row> {
  return compareTimes({
    what: 'time to the first byte, as browsers ask for it',
    against: 'made for each request',
    atMost: 1,
    ...(await inTurn({ ours: () => timeFirstByte(service), theirs: () => timeFirstByte(plain) })),
  })
}

/** Milliseconds until the body begins. */
async function timeFirstByte({ address }: BenchedProcess): Promise<number> {
  const request = get(`${address}/v1/list`, { headers: BROWSER })
  const elapsed = await timed(async () => {
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    await once(response, 'readable')
  })
  request.destroy()
  return elapsed
}

async function etagOf({ address }: BenchedProcess): Promise<string> {
  const { headers } = await fetch(`${address}/v1/list`, { method: 'HEAD' })
  return headers.get('etag') ?? ''
}

function createLists({ serverPids }: Environment) {
  return (from: BenchedProcess, load: Partial<Load> = {}): Variant => ({
    run: () => generateLoad({ url: `${from.address}/v1/list`, connections: 16, headers: BROWSER, ...load }),
    pids: [from.pid, ...serverPids],
  })
}

function row({
  maxCpu,
  ...compared
}: {
  what: string
  against: string
  ours: readonly Sample[]
  theirs: readonly Sample[]
  maxCpu: number
}): Row {
  const cpu = medianOf(compared.ours, 'cpu')
  const row = compareLoads({ ...compared, targets: {} })
  return {
    ...row,
    target: `at most ${maxCpu / 1000} ms of CPU`,
    measured: `${row.measured}; ${(cpu / 1000).toFixed(1)} ms of CPU`,
    reached: cpu <= maxCpu,
  }
}

/** Watches how much memory a process takes beyond what it takes now. */
function watchMemory({ pid }: BenchedProcess) {
  const before = residentMegabytes(pid)
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid))
  }, 20)
  return {
    /** The most so far, in MB. */
    growth: () => most - before,
    [Symbol.dispose]: () => clearInterval(watching),
  }
}

function memoryRow(growth: number): Row {
  return {
    what: 'most memory during these rows',
    against: 'before the first list',
    target: `at most ${MAX_GROWTH_MEGABYTES} MB more`,
    measured: `${Math.round(growth)} MB`,
    reached: growth <= MAX_GROWTH_MEGABYTES,
  }
}

/** The variant while a user is set each second. */
function besideSets({ address }: BenchedProcess, variant: Variant): Variant {
  const set = () => postSet(address, String(FIRST_ID + BigInt(1 + Math.floor(Math.random() * FEW)) * ID_STEP))
  return {
    ...variant,
    run: async () => {
      const setting = setInterval(set, 1000)
      return variant.run().finally(() => clearInterval(setting))
    },
  }
}

/** Of a large table: the first list, which is read and compressed, and later ones, against PostgreSQL's own export. */
async function measureLarge({ env, database }: Environment): Promise<Row[]> {
  await using service = await startService(env)
  await fillVaried(database, settings.records)
  using memory = watchMemory(service)
  const whole = () => timed(() => drain(`${service.address}/v1/list`))
  const first = await whole()
  const { ours, theirs } = await inTurn({ ours: whole, theirs: () => timeCopy(env.DATABASE_URL) })
  const list = `\`GET /v1/list\` of ${settings.records.toLocaleString('en')} records`
  return [
    compareTimes({
      what: `${list}, not compressed`,
      against: '`copy … to stdout`',
      atMost: 3,
      ours,
      theirs,
    }),
    {
      what: 'the first list after the start',
      against: 'the next',
      target: 'for scale',
      measured: `${first.toFixed(0)} / ${median(ours).toFixed(0)} ms`,
      reached: undefined,
    },
    memoryRow(memory.growth()),
  ]
}

/** `copy` into nothing, by PostgreSQL's own client. */
function timeCopy(url: string): Promise<number> {
  return timed(() => promisify(execFile)('sh', ['-c', `psql "${url}" -c '${COPY}' > /dev/null`]))
}
