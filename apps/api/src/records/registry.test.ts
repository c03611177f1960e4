import type { ZoneName } from '@timezone-registry/zones/zone-names'
import { expect, test } from 'vitest'
import type { NewTimezone, PlacedRecord } from './record.ts'
import { createRecordCache } from './record-cache.ts'
import type { RecordStore } from './record-store.ts'
import { createRecordRegistry } from './registry.ts'

test('a write whose result was lost on its way is shown: it may have been committed', async () => {
  const registry = createRecordRegistry({
    store: createLosingStore(),
    cache: createRecordCache({ tail: { listen: () => {}, age: () => 0, wake: () => {} } }),
  })
  // Cached, as is every state below.
  expect((await registry.find('ann')).record).toBeUndefined()
  await expect(
    registry.set({ user: { id: 'ann', username: 'x' }, timezone: 'UTC' as ZoneName }),
  ).rejects.toThrow('lost')
  expect((await registry.find('ann')).record?.timezone).toBe('UTC')
  await expect(registry.remove('ann')).rejects.toThrow('lost')
  expect((await registry.find('ann')).record).toBeUndefined()
})

/** A store that writes and then fails. */
function createLosingStore(): RecordStore {
  const rows = new Map<string, PlacedRecord>()
  const store: Pick<RecordStore, 'findMany' | 'setMany' | 'removeMany'> = {
    findMany: async (userIds) => userIds.flatMap((userId) => rows.get(userId) ?? []),
    setMany: async (newTimezones) => {
      for (const newTimezone of newTimezones) rows.set(newTimezone.user.id, toRecord(newTimezone))
      throw new Error('The connection was lost')
    },
    removeMany: async (userIds) => {
      for (const userId of userIds) rows.delete(userId)
      throw new Error('The connection was lost')
    },
  }
  return store as RecordStore
}

function toRecord({ user: { id, username }, timezone }: NewTimezone): PlacedRecord {
  return {
    userId: id,
    username,
    timezone,
    createdAt: null,
    updatedAt: null,
    visibility: 'public',
    availability: null,
    ord: 0,
    position: 0,
  }
}
