import type { Database } from '@timezone-registry/db'
import { startTestPostgres, type TestPostgres } from '@timezone-registry/test-servers/postgres'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import type { SQL } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { watchBlockingTransactions } from '../src/feed/blocking-transaction.ts'
import { openFeed } from './open-feed.ts'

const OPEN = 'begin; select pg_current_xact_id()'

test.for([
  ['an open one', [OPEN], ['rollback'], { database: 'postgres' }],
  [
    'a prepared one, in another database',
    [OPEN, "prepare transaction 'forgotten'"],
    ["rollback prepared 'forgotten'"],
    { prepared_as: 'forgotten', database: 'postgres' },
  ],
] as const)(
  'a transaction that holds the feed back is logged once, and once that it has ended: %s',
  async ([, begin, end, fields]) => {
    await using postgres = await startTestPostgres({ settings: ['max_prepared_transactions=2'] })
    await using watched = await watch(postgres)
    const other = await connect(postgres.url)
    const { rows } = await other.query('select pg_backend_pid() as pid')
    await using _end = { [Symbol.asyncDispose]: () => other.end() }
    for (const statement of begin) await other.query(statement)
    await waitUntil(() => watched.lines.length > 0, 'a line')
    // Several looks later, there is still one.
    const looked = watched.looks
    await waitUntil(() => watched.looks > looked + 10, 'further looks')
    for (const statement of end) await other.query(statement)
    await waitUntil(() => watched.lines.length > 1, 'another line')
    const named = {
      since: expect.stringMatching(/^\d{4}-/),
      // As in every line: on a terminal it is left out.
      pid: process.pid,
      ...fields,
      ...('prepared_as' in fields ? {} : { backend_pid: rows[0].pid }),
    }
    expect(watched.lines).toMatchObject([
      { level: 40, msg: expect.stringContaining('holds the change feed back'), ...named },
      { level: 30, msg: 'The change feed is no longer held back', ...named },
    ])
  },
)

async function watch(postgres: TestPostgres) {
  const lines: unknown[] = []
  const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
  const feed = await openFeed(await createTestDatabase(postgres.url))
  let looks = 0
  const execute = (statement: SQL) => {
    looks += 1
    return feed.database.drizzle.execute(statement)
  }
  const database = { isServer: true, drizzle: { execute } as Database['drizzle'] }
  const watching = watchBlockingTransactions(database, logger, {
    everyMilliseconds: 20,
    heldMilliseconds: 100,
  })
  return {
    lines,
    get looks() {
      return looks
    },
    [Symbol.asyncDispose]: async () => {
      watching[Symbol.dispose]()
      await feed[Symbol.asyncDispose]()
    },
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}
