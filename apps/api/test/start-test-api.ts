import { deepStrictEqual } from 'node:assert'
import { randomBytes } from 'node:crypto'
import { loadConfig } from '@timezone-registry/config'
import { type ContractClient, createContractClient } from '@timezone-registry/contract'
import { openDatabase } from '@timezone-registry/db'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import pg from 'pg'
import { type Logger, pino } from 'pino'
import type { ZodType } from 'zod'
import { createApiKeyStore } from '../src/access/api-keys/api-key-store.ts'
import type { Scope } from '../src/access/identity.ts'
import { createApp } from '../src/app.ts'
import { type Context, openContext } from '../src/context.ts'
import type { CheckBody } from '../src/http/response.ts'
import { startMetricsServer } from '../src/metrics/metrics.ts'
import { createServer } from '../src/process/server.ts'
import { type RawAnswer, type RequestOptions, rawFetch, untilDrawn } from './raw-request.ts'

type User = { user_id: string; username: string }

/** The whole service in this process, on its own port and database. */
export type TestApi = {
  readonly baseUrl: string
  /** Only with `METRICS_PORT`. */
  readonly metricsUrl: string
  readonly databaseUrl: string
  readonly client: ContractClient
  /** `rawFetch` of a path; a picture is requested until it is drawn. */
  request(path: string, options?: RequestOptions): Promise<RawAnswer>
  /** Saves the zone of a user, by default of one whom no other test uses. Resolves to the user. */
  save(timezone: string, user?: User | string): Promise<User>
  /** `execute` in its database. */
  execute(sql: string): ReturnType<typeof execute>
  readonly context: Context
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts the real service; `env` contains the settings of an operator. It logs nothing by default. */
export async function startTestApi(
  env: Record<string, string> = {},
  logger: Logger = pino({ level: 'silent' }),
): Promise<TestApi> {
  const databaseUrl = env.DATABASE_URL ?? (await createTestDatabase())
  const config = loadConfig({ DATABASE_URL: databaseUrl, PORT: '0', AUDIT_LOG: 'off', ...NO_LIMITS, ...env })
  const context = await openContext(config, logger)
  const waiting = createServer(config.http)
  const server = waiting.serve(createApp(context, { messages: waiting.messages, checkBody }))
  const baseUrl = `http://127.0.0.1:${await waiting.listen()}`
  const metrics = await startMetricsServer(config, waiting)
  metrics?.serve(context.metrics)
  const client = createContractClient({ baseUrl })
  return {
    baseUrl,
    metricsUrl: `http://127.0.0.1:${metrics?.port}`,
    databaseUrl,
    context,
    client,
    save: async (timezone, given = randomUser()) => {
      const user = typeof given === 'string' ? { user_id: given, username: 'x' } : given
      const { status, body } = await client.setTimezone({ body: { ...user, timezone } })
      if (status !== 200) throw new Error(`The set was answered with ${status}: ${JSON.stringify(body)}`)
      return user
    },
    request: (path, options) => {
      const ask = () => rawFetch(baseUrl + path, options)
      return /\.png\b/.test(path) ? untilDrawn(ask) : ask()
    },
    execute: (sql) => execute(databaseUrl, sql),
    [Symbol.asyncDispose]: async () => {
      // Ends streams, which a test that failed may have left open.
      context.stopAccepting()
      await server[Symbol.asyncDispose]()
      await metrics?.[Symbol.asyncDispose]()
      await context[Symbol.asyncDispose]()
    },
  }
}

/** What is sent is what the contract promises, field by field: nothing strips others in production. */
const checkBody: CheckBody = (route, status, body) => {
  const sent = JSON.parse(JSON.stringify(body))
  try {
    deepStrictEqual((route.responses[status] as ZodType).parse(sent), sent)
  } catch (error) {
    console.error(`${route.method} ${route.path} ${status}`, error)
    throw error
  }
}

/** Creates a key as the operator's command does. */
export async function createTestKey(
  api: TestApi,
  { scopes = ['records:write'], lifetimeSeconds }: { scopes?: Scope[]; lifetimeSeconds?: number } = {},
): Promise<{ id: number; key: string; revoke(): Promise<unknown> }> {
  const database = await openDatabase({ ...api.context.config.database, onConnectionError: () => {} })
  await using _closed = database
  const store = createApiKeyStore(database)
  const { id, key } = await store.create({ name: 'test', scopes, lifetimeSeconds })
  return {
    id,
    key,
    revoke: () => api.execute(`update api_keys set revoked_at = now() where id = ${id}`),
  }
}

/** A key that does not exist. */
export function randomKey(): string {
  return `tzr_${randomBytes(32).toString('hex')}`
}

/** A user that no other test uses. */
export function randomUser(): User {
  return { user_id: crypto.randomUUID(), username: `user ${crypto.randomUUID().slice(0, 8)}` }
}

/** Runs a statement as another program would, without the service. Resolves to its rows. */
export async function execute(databaseUrl: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

/** An open transaction of another program. */
export async function openTransaction(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('begin')
  return client
}

const NO_LIMITS = {
  RATE_LIMIT_WRITES_PER_MINUTE: '0',
  RATE_LIMIT_READS_PER_MINUTE: '0',
  RATE_LIMIT_FAILURES_PER_MINUTE: '0',
}
