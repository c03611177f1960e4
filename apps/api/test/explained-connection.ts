import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '@timezone-registry/db'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'

const SOURCES = fileURLToPath(new URL('../src', import.meta.url))

/** A database connection that reports every plan and its cost, including those inside functions. */
export async function connectExplained(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  const costs: number[] = []
  const plans: string[] = []
  client.on('notice', ({ message = '' }) => {
    const cost = /cost=[\d.]+\.\.([\d.]+)/.exec(message)?.[1]
    if (cost === undefined) return
    costs.push(Number(cost))
    plans.push(message)
  })
  await client.query(
    "load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set auto_explain.log_level = notice",
  )
  const database: Database = {
    description: 'one connection',
    isServer: true,
    isPooled: false,
    poolCounts: () => undefined,
    warnings: [],
    drizzle: drizzle({ client }),
    transaction: (run) => drizzle({ client }).transaction(run),
    openConnection: () => ({ drizzle: drizzle({ client }), [Symbol.asyncDispose]: async () => {} }),
    closeOthers: () => {},
    ping: async () => {},
    withConnection: (use) => use((text, parameters) => client.query(text, parameters)),
    [Symbol.asyncDispose]: () => client.end(),
  }
  const names = async (query: string) =>
    (await client.query<{ name: string }>(query)).rows.map(({ name }) => name)
  return {
    client,
    database,
    costs,
    plans,
    /** The prepared statements in the sources that have not been run. */
    unprepared: async () => {
      const prepared = await names('select name from pg_prepared_statements')
      return findStatementNames().filter((name) => !prepared.includes(name))
    },
    /** The database's functions that have not been called. */
    uncalled: () =>
      names(
        "select proname as name from pg_proc where pronamespace = 'public'::regnamespace and oid not in (select funcid from pg_stat_user_functions)",
      ),
    [Symbol.asyncDispose]: () => client.end(),
  }
}

function findStatementNames(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(SOURCES, path), 'utf8'))
    .filter((source) => source.includes('.prepare('))
    .flatMap((source) =>
      [...source.matchAll(/(?:prepare\(|name: )'([a-z_]+)'/g)].map(([, name = '']) => name),
    )
}
