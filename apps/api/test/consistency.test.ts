import { openDatabase } from '@timezone-registry/db'
import { migrateToLatest } from '@timezone-registry/db/migrate'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect, test } from 'vitest'
import { createLocalDropChannel } from '../src/broadcast/channel.ts'
import { createTimezoneCache } from '../src/records/timezone-cache.ts'
import { createTimezoneRegistry, type TimezoneRegistry } from '../src/records/timezone-registry.ts'
import { createTimezoneStore } from '../src/records/timezone-store.ts'
import { createZoneNames } from '../src/zones/zone-names.ts'

const ZONES = createZoneNames().all

test('a read after a write never answers with the old value, whatever else reads meanwhile', async () => {
  expect(await countStaleReads({ drops: true })).toBe(0)
})

// The control: the same readers and writer must notice a cache that is not told.
test('a cache that drops nothing does answer with old values', async () => {
  expect(await countStaleReads({ drops: false })).toBeGreaterThan(0)
})

test('racing sets, deletes and reads of one user end with cache and table equal', async () => {
  await using opened = await openRegistry({ drops: true })
  const { registry, store } = opened
  for (let round = 0; round < 30; round++) {
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const choice = Math.floor(Math.random() * 4)
        if (choice === 0) return registry.remove('raced')
        if (choice === 1)
          return registry.set({ id: 'raced', username: `${round}-${index}` }, zone(round * 12 + index))
        return registry.find('raced')
      }),
    )
    const [inTable] = await store.findMany(['raced'])
    expect(await registry.find('raced')).toEqual(inTable)
  }
})

/** One writer who reads back at once, and readers who fill the cache as fast as they can. */
async function countStaleReads(options: { drops: boolean }): Promise<number> {
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
    await registry.set({ id: 'watched', username: 'x' }, timezone)
    if ((await registry.find('watched'))?.timezone !== timezone) stale += 1
  }
  writing = false
  await Promise.all(reading)
  return stale
}

async function openRegistry({ drops }: { drops: boolean }) {
  const database = await openDatabase({
    url: await createTestDatabase(),
    dataDir: '',
    poolSize: 10,
    durability: 'checked',
    onConnectionError: () => {},
  })
  await migrateToLatest(database)
  const store = createTimezoneStore(database)
  const cache = createTimezoneCache({ channel: createLocalDropChannel() })
  const registry: TimezoneRegistry = createTimezoneRegistry({
    store,
    cache: drops ? cache : { ...cache, drop: () => {} },
  })
  return { registry, store, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() }
}

function zone(number: number) {
  const name = ZONES[number % ZONES.length]
  if (name === undefined) throw new Error('There are zones')
  return name
}
