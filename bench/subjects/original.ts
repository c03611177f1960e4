import { freePort } from '@timezone-registry/test-servers/free-port'
import pg from 'pg'
import { generateLoad } from '../measuring/load.ts'
import type { Row } from '../measuring/report.ts'
import { compareLoads, skippedRow, type Targets } from '../measuring/rows.ts'
import { interleave, type Variant } from '../measuring/sample.ts'
import { addRecords, fillTable } from '../measuring/tables.ts'
import type { Environment } from '../servers/environment.ts'
import { type BenchedProcess, startProcess } from '../servers/process.ts'
import { sendRedisCommand } from '../servers/redis-command.ts'
import { startService } from '../servers/service.ts'
import { settings } from '../settings.ts'
import { addPeople, LOGIN, PEOPLE, sets, setsOfPeople } from './sets.ts'

const ORIGINAL = 'the original service'
const RECORDS = 100_000
const MANY = 64

/** Reads and sets against the program of the original service, whose path is in BENCH_ORIGINAL. */
export async function measureOriginal(environment: Environment): Promise<Row[]> {
  const program = settings.original
  if (program === undefined)
    return [skippedRow('reads and sets', ORIGINAL, 'BENCH_ORIGINAL names no program')]
  await using original = await startOriginal(program, environment)
  await using open = await startService(environment.env)
  await fillTable(environment.database, RECORDS)
  await addPeople(environment)
  await using required = await startService({ ...environment.env, ...LOGIN })

  const compare = async (what: string, targets: Targets, [ours, theirs]: [Variant, Variant]) =>
    compareLoads({ what, against: ORIGINAL, targets, ...(await interleave({ ours, theirs })) })
  const read = (randomUpTo: number): [Variant, Variant] => [
    toVariant(open, environment, { path: '/v1/get?id=<random>', connections: 32, randomUpTo }),
    toVariant(original, environment, { path: '/get?id=<random>', connections: 32, randomUpTo }),
  ]
  const set = (connections: number) =>
    toVariant(original, environment, {
      path: '/set?timezone=UTC',
      connections,
      headers: { cookie: 'session=s<random>' },
      ...PEOPLE,
    })
  const ofPeople = (connections: number, headers = {}): [Variant, Variant] => [
    setsOfPeople(required, environment, { connections, headers }),
    set(connections),
  ]
  return [
    await compare('reads of 1,000 users, 32 connections', { throughput: 1.7, cpu: 0.4 }, read(1000)),
    await compare('reads of 100,000 users, 32 connections', { throughput: 1.5 }, read(RECORDS)),
    await compare('sets in open mode, 64 connections', { throughput: 1.5, p99: 1 }, [
      sets(open, environment, MANY),
      set(MANY),
    ]),
    await compare('sets by signed-in people, 64 connections', { throughput: 1.3, p99: 1 }, ofPeople(MANY)),
    await compare('the same with `If-Match`', { throughput: 1 }, ofPeople(MANY, { 'if-match': '*' })),
    await compare('sets in open mode, 1 connection', { throughput: 0.7, cpu: 1.3 }, [
      sets(open, environment, 1),
      set(1),
    ]),
    await compare('sets by signed-in people, 1 connection', { throughput: 0.65, cpu: 1.3 }, ofPeople(1)),
  ]
}

/** The program with a database of its own, the same records, and sessions of the same people. */
async function startOriginal(program: string, { env, database }: Environment): Promise<BenchedProcess> {
  await database.query('create database original')
  const url = new URL(env.DATABASE_URL)
  url.pathname = '/original'
  const original = await startProcess([program], {
    env: {
      DATABASE_URL: url.href,
      REDIS_URL: env.REDIS_URL,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      CLIENT_ID: '1',
      CLIENT_SECRET: 'x',
      REDIRECT_URI: 'http://127.0.0.1/x',
      RUST_LOG: 'info',
    },
  })
  const client = new pg.Client(url.href)
  await client.connect()
  await addRecords(client, { from: 1, to: RECORDS })
  await client.end()
  const { randomFrom, randomUpTo } = PEOPLE
  const session =
    "cjson.encode({id=string.format('%d',i),username='nelly',discriminator='0',avatar=cjson.null})"
  const script = `for i=${randomFrom},${randomUpTo} do redis.call('SET','session:s'..string.format('%d',i),${session}) end`
  await sendRedisCommand(env.REDIS_URL, `EVAL "${script}" 0`)
  return original
}

type Load = {
  path: string
  connections: number
  headers?: Record<string, string>
  randomFrom?: number
  randomUpTo: number
}

function toVariant(benched: BenchedProcess, { serverPids }: Environment, { path, ...load }: Load): Variant {
  return {
    run: () => generateLoad({ ...load, url: benched.address + path }),
    pids: [benched.pid, ...serverPids],
  }
}
