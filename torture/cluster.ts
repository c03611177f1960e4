import { freePort } from '@timezone-registry/test-servers/free-port'
import { startTestPostgres, type TestPostgres } from '@timezone-registry/test-servers/postgres'
import { startTestRedis, type TestRedis } from '@timezone-registry/test-servers/redis'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'
import pg from 'pg'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** One process of the service, at an address that stays when the process is replaced. */
export type Instance = {
  readonly name: string
  readonly address: string
  process: ServiceProcess
  /** Starts a process in the place of one that has ended; resolves when it serves. */
  start(): Promise<void>
}

/** The service on two processes, with a real PostgreSQL and a real Redis, each behind a proxy. */
export type Cluster = {
  readonly postgres: TestPostgres
  readonly redis: TestRedis
  readonly postgresProxy: TcpProxy
  readonly redisProxy: TcpProxy
  readonly instances: readonly [Instance, Instance]
  [Symbol.asyncDispose](): Promise<void>
}

export type ClusterOptions = {
  postgres?: Parameters<typeof startTestPostgres>[0]
  /** Runs the processes of the service, as `startProcess` does; a clock that can be set is put before them this way. */
  env?: Record<string, string>
  /** For the control: each process has a Redis of its own, and so does not hear of the other's writes. */
  isRedisSplit?: boolean
}

export async function openCluster({
  postgres: postgresOptions,
  env = {},
  isRedisSplit = false,
}: ClusterOptions = {}): Promise<Cluster> {
  await using opened = new AsyncDisposableStack()
  const postgres = opened.use(await startTestPostgres(postgresOptions))
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
  // What the start has written is not part of what may be lost.
  await queryOnce(postgres.url, 'checkpoint')
  const all = opened.move()
  return {
    postgres,
    redis,
    postgresProxy,
    redisProxy,
    instances: [first, second],
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

/** Starts a process of the service on a port of its own; resolves when it serves. */
export async function startInstance(
  name: string,
  env: Record<string, string>,
): Promise<Instance & AsyncDisposable> {
  const port = await freePort()
  const launch = () =>
    startProcess({ ...env, PORT: String(port), LOG_REQUESTS: 'errors', SHUTDOWN_GRACE_SECONDS: '2' })
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

/** Runs one statement, past the proxy. */
export async function queryOnce(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url)
  // Heard here, a connection that breaks rejects the statement and does not end the test.
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}
