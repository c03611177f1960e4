import { startTestPostgres, type TestPostgres } from '@timezone-registry/test-servers/postgres'
import { startTestRedis, type TestRedis } from '@timezone-registry/test-servers/redis'
import { signalProcess } from '@timezone-registry/test-servers/server-process'
import { startTcpProxy, type TcpProxy } from '@timezone-registry/test-servers/tcp-proxy'
import pg from 'pg'
import { type Instance, startInstance } from './instance.ts'

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
}

export async function openCluster({
  postgres: postgresOptions,
  env = {},
}: ClusterOptions = {}): Promise<Cluster> {
  await using opened = new AsyncDisposableStack()
  let cluster: Cluster | undefined
  const postgres = await startTestPostgres(postgresOptions)
  // A fault may have replaced the server.
  opened.defer(() => (cluster?.postgres ?? postgres)[Symbol.asyncDispose]())
  const redis = opened.use(await startTestRedis({ toBreak: true }))
  const postgresProxy = opened.use(await startTcpProxy({ port: portOf(postgres.url) }))
  const redisProxy = opened.use(await startTcpProxy({ port: portOf(redis.url) }))
  const url = `postgres://postgres@127.0.0.1:${postgresProxy.port}/postgres`
  const redisUrl = `redis://127.0.0.1:${redisProxy.port}`
  // In sequence, because the first migrates the database.
  const first = opened.use(await startInstance('A', { DATABASE_URL: url, REDIS_URL: redisUrl, ...env }))
  const second = opened.use(await startInstance('B', { DATABASE_URL: url, REDIS_URL: redisUrl, ...env }))
  // What was written at startup must survive the first crash.
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

/** Runs one statement on its own connection. */
export async function queryOnce(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url)
  // Without a listener, a broken connection would end the test; the statement rejects anyway.
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}

/** The id of the server's next transaction. */
export async function nextTransaction(url: string): Promise<number> {
  const { rows } = await queryOnce(url, 'select pg_snapshot_xmax(pg_current_snapshot())::text as next')
  return Number(rows[0].next)
}

/** Uses up this many transaction ids. */
export async function rollBack(url: string, count: number): Promise<void> {
  await queryOnce(
    url,
    `do $$ begin for i in 1..${count} loop perform pg_current_xact_id(); rollback; end loop; end $$`,
  )
}

/** Freezes the server's WAL writer until the server is killed, so that whatever no commit flushes is lost. */
export async function freezeWalWriter(url: string): Promise<void> {
  const { rows } = await queryOnce(url, "select pid from pg_stat_activity where backend_type = 'walwriter'")
  signalProcess(rows[0].pid, 'SIGSTOP')
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}
