import { openDatabase } from '@timezone-registry/db'
import { migrateToLatest } from '@timezone-registry/db/migrate'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { createZoneNames } from '@timezone-registry/zones/zone-names'
import { expect, test } from 'vitest'
import { Unavailable } from '../src/errors.ts'
import { createRecordCache } from '../src/records/record-cache.ts'
import { createRecordStore } from '../src/records/record-store.ts'
import { createRecordRegistry, type RecordRegistry } from '../src/records/registry.ts'
import { openTransaction } from './start-test-api.ts'

const SESSION_LIMITS = { ttlSeconds: 1000, idleSeconds: 100 }
const ZONES = createZoneNames().all

test('a read after a write never returns the old value, despite concurrent reads', async () => {
  expect(await countStaleReads({ invalidates: true })).toBe(0)
})

// The control: the same check must notice a cache that is not invalidated.
test('without invalidation, the same check finds old values', async () => {
  expect(await countStaleReads({ invalidates: false })).toBeGreaterThan(0)
})

test('racing sets, deletes and reads of one user end with cache and table equal', async () => {
  await using opened = await openRegistry({ invalidates: true })
  const { registry, store } = opened
  for (let round = 0; round < 30; round++) {
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const choice = Math.floor(Math.random() * 4)
        if (choice === 0) return registry.remove('raced')
        if (choice === 1)
          return registry.set({
            user: { id: 'raced', username: `${round}-${index}` },
            timezone: zone(round * 12 + index),
          })
        return registry.find('raced')
      }),
    )
    const [inTable] = await store.findMany(['raced'])
    expect((await registry.find('raced')).record).toEqual(inTable)
  }
})

test('a thousand concurrent sets and deletes all take effect', async () => {
  await using opened = await openRegistry({ invalidates: true })
  const { registry, store } = opened
  const ids = Array.from({ length: 1000 }, (_, index) => `burst-${index}`)
  const saved = await Promise.all(
    ids.map((id, index) => registry.set({ user: { id, username: id }, timezone: zone(index) })),
  )
  const found = new Map((await store.findMany(ids)).map((record) => [record.userId, record]))
  for (const { userId, timezone, updatedAt } of saved)
    expect(found.get(userId)).toMatchObject({ timezone, updatedAt })
  expect(found.size).toBe(ids.length)
  expect(await Promise.all(ids.map((id) => registry.remove(id)))).toEqual(ids.map(() => true))
  expect(await store.findMany(ids)).toEqual([])
})

test.concurrent('a locked row causes long delays only for writes of its own user', async () => {
  await using opened = await openRegistry({ invalidates: true })
  const { registry, databaseUrl } = opened
  const users = ['ann', 'locked', 'zoe'].map((id) => ({ id, username: id }))
  await Promise.all(users.map((user) => registry.set({ user, timezone: zone(0) })))
  const other = await openTransaction(databaseUrl)
  await other.query("select from timezones where user_id = 'locked' for update")

  const sets = await Promise.allSettled(users.map((user) => registry.set({ user, timezone: zone(1) })))
  expect(sets.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(sets[1]).toHaveProperty('reason', expect.any(Unavailable))
  const removals = await Promise.allSettled(users.map(({ id }) => registry.remove(id)))
  expect(removals.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  await other.end()
})

test.concurrent('while the database never answers, reads and writes are refused within seconds and nothing is cached', async () => {
  let isAnswering = false
  const answer = () => (isAnswering ? Promise.resolve([]) : new Promise<never>(() => {}))
  const registry = createRecordRegistry({
    store: {
      findMany: answer,
      setMany: answer,
      removeMany: answer,
      change: () => new Promise(() => {}),
    },
    cache: createRecordCache({ tail: NO_TAIL }),
  })
  const ids = Array.from({ length: 1200 }, (_, index) => `user-${index}`)
  const outcomes = await Promise.allSettled([
    ...ids.map((id) => registry.find(id)),
    ...ids.map((id) => registry.set({ user: { id, username: 'x' }, timezone: zone(0) })),
    ...ids.map((id) => registry.remove(id)),
  ])
  const refused = outcomes.filter(
    (outcome) => outcome.status === 'rejected' && outcome.reason instanceof Unavailable,
  )
  expect(refused).toHaveLength(outcomes.length)
  isAnswering = true
  expect(registry.peek('user-0')).toBeUndefined()
  expect((await registry.find('user-0')).record).toBeUndefined()
})

/** One writer that reads back immediately, and readers that fill the cache as fast as they can. */
async function countStaleReads(options: { invalidates: boolean }): Promise<number> {
  await using opened = await openRegistry(options)
  const { registry } = opened
  let stale = 0
  let writing = true
  const reading = Array.from({ length: 8 }, async () => {
    while (writing) {
      await registry.find('watched')
      await new Promise(setImmediate)
    }
  })
  for (let round = 0; round < 150; round++) {
    const timezone = zone(round)
    await registry.set({ user: { id: 'watched', username: 'x' }, timezone })
    if ((await registry.find('watched')).record?.timezone !== timezone) stale += 1
  }
  writing = false
  await Promise.all(reading)
  return stale
}

/** What is tested is what the process that writes does itself. */
const NO_TAIL = { listen: () => {}, age: () => 0, wake: () => {} }

async function openRegistry({ invalidates }: { invalidates: boolean }) {
  const databaseUrl = await createTestDatabase()
  const database = await openDatabase({
    url: databaseUrl,
    dataDir: '',
    poolSize: 10,
    durability: 'checked',
    onConnectionError: () => {},
  })
  await migrateToLatest(database)
  const store = createRecordStore(database, { sessions: SESSION_LIMITS })
  const cache = createRecordCache({ tail: NO_TAIL })
  const registry: RecordRegistry = createRecordRegistry({
    store,
    cache: invalidates ? cache : { ...cache, invalidate: () => {} },
  })
  return { registry, store, databaseUrl, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() }
}

function zone(number: number) {
  const name = ZONES[number % ZONES.length]
  if (name === undefined) throw new Error('There are zones')
  return name
}
