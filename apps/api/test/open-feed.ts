import { openDatabase } from '@timezone-registry/db'
import { migrateToLatest } from '@timezone-registry/db/migrate'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { sql } from 'drizzle-orm'
import { createChangeStore } from '../src/feed/change-store.ts'
import type { Cursor } from '../src/feed/cursor.ts'

/** The feed of a database, read through its store. */
export type Feed = Awaited<ReturnType<typeof openFeed>>

/** Opens and migrates a database, by default a new one. */
export async function openFeed(givenUrl?: string) {
  const url = givenUrl ?? (await createTestDatabase())
  const database = await openDatabase({
    url,
    dataDir: '',
    poolSize: 4,
    durability: 'checked',
    onConnectionError: () => {},
  })
  await migrateToLatest(database)
  const store = createChangeStore(database)
  return {
    url,
    database,
    store,
    run: (statement: string) =>
      database.drizzle.execute(sql.raw(statement)) as unknown as Promise<{ rows: Record<string, unknown>[] }>,
    end: store.findEnd,
    changesAfter: async (cursor: Cursor | undefined) => {
      const page = await store.findAfter(cursor, 1000)
      return page?.changes.map(({ change }) => `${change.type} ${change.user_id}`) ?? 'expired'
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

/** The statement that adds a record. */
export function INSERT(userId: string, timezone = 'UTC'): string {
  return `insert into timezones (user_id, username, timezone) values ('${userId}', 'x', '${timezone}')`
}
