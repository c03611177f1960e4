import { freePort } from '@timezone-registry/test-servers/free-port'
import { startTestPostgres, type TestPostgres } from '@timezone-registry/test-servers/postgres'
import { startTestRedis, type TestRedis } from '@timezone-registry/test-servers/redis'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'
import pg from 'pg'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** A process of the service at an address that stays the same when the process is replaced. */
export type Instance = {
  readonly name: string
  readonly address: string
  process: ServiceProcess
  /** Replaces a process that has ended; resolves when the new one serves. */
  start(): Promise<void>
}

// The limiter works for every request, and nobody reaches a limit.
const LIMITER = {
  TRUST_PROXY: '1',
  RATE_LIMIT_WRITES_PER_MINUTE: '10000000',
  RATE_LIMIT_READS_PER_MINUTE: '10000000',
}

// The drain before a shutdown takes a fifth of this.
const SHORT_DRAIN = { SHUTDOWN_GRACE_SECONDS: '2' }

/** The service on two processes, with a real PostgreSQL and a real Redis, each behind a proxy. */
export type Cluster = {
  /** Replaced when a fault moves the service to another server. */
  postgres: TestPostgres
  readonly redis: TestRedis
  readonly postgresProxy: TcpProxy
  readonly redisProxy: TcpProxy
  readonly instances: readonly [Instance, Instance]
  [Symbol.asyncDispose](): Promise<void>
}

export type ClusterOptions = {
  postgres?: Parameters<typeof startTestPostgres>[0]
  /** Added to the environment of the service's processes. */
  env?: Record<string, string>
  /** For the control: each process has its own Redis and so is not told to evict what the other writes. */
  isRedisSplit?: boolean
}

export async function openCluster({
  postgres: postgresOptions,
  env = {},
  isRedisSplit = false,
}: ClusterOptions = {}): Promise<Cluster> {
  await using opened = new AsyncDisposableStack()
  let cluster: Cluster | undefined
  const postgres = await startTestPostgres(postgresOptions)
  // A fault may have replaced it.
  opened.defer(() => (cluster?.postgres ?? postgres)[Symbol.asyncDispose]())
  const redis = opened.use(await startTestRedis({ toBreak: true }))
  const other = isRedisSplit ? opened.use(await startTestRedis({ toBreak: true })) : redis
  const postgresProxy = opened.use(await startTcpProxy({ port: portOf(postgres.url) }))
  const redisProxy = opened.use(await startTcpProxy({ port: portOf(redis.url) }))
  const url = `postgres://postgres@127.0.0.1:${postgresProxy.port}/postgres`
  const first = opened.use(
    await startInstance('A', {
      DATABASE_URL: url,
      REDIS_URL: `redis://127.0.0.1:${redisProxy.port}`,
      ...env,
    }),
  )
  const otherRedisUrl = isRedisSplit ? other.url : `redis://127.0.0.1:${redisProxy.port}`
  const second = opened.use(await startInstance('B', { DATABASE_URL: url, REDIS_URL: otherRedisUrl, ...env }))
  // What the start wrote must survive the first crash.
  await queryOnce(postgres.url, 'checkpoint')
  const all = opened.move()
  cluster = {
    postgres,
    redis,
    postgresProxy,
    redisProxy,
    instances: [first, second],
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
  return cluster
}

/** Starts a process of the service on its own port; resolves when it serves. */
export async function startInstance(
  name: string,
  env: Record<string, string>,
): Promise<Instance & AsyncDisposable> {
  const port = await freePort()
  const launch = () =>
    startProcess({ ...LIMITER, ...SHORT_DRAIN, ...env, PORT: String(port), LOG_REQUESTS: 'errors' })
  const instance = {
    name,
    address: `http://127.0.0.1:${port}`,
    process: launch(),
    start: async () => {
      instance.process = launch()
      await instance.process.ready()
    },
    [Symbol.asyncDispose]: async () => {
      instance.process.kill('SIGCONT')
      await instance.process[Symbol.asyncDispose]()
    },
  }
  await instance.process.ready()
  return instance
}

/** Runs one statement on its own connection. */
export async function queryOnce(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url)
  // Without a listener a broken connection ends the test; the statement rejects anyway.
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}

/** The number that the server's next transaction gets. */
export async function nextTransaction(url: string): Promise<number> {
  const { rows } = await queryOnce(url, 'select pg_snapshot_xmax(pg_current_snapshot())::text as next')
  return Number(rows[0].next)
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}
