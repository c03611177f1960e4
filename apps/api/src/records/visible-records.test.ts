import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Request } from 'express'
import { expect, test } from 'vitest'
import type { TimezoneRecord, Visibility } from './timezone-store.ts'
import { createVisibleRecords } from './visible-records.ts'

const req = { identity: { kind: 'anyone' }, headers: {} } as Request

test.for([
  ['private', 'private'],
  ['missing', undefined],
] as const)(
  'a stranger’s first read of a %s record waits, however soon the query ends',
  async ([, visibility]) => {
    const visible = createVisible(visibility)
    for (const find of Object.values(reads(visible))) {
      const found = find()
      expect(await Promise.race([found, allMicrotasks()])).toBe('it waits')
      expect(await found).toBeUndefined()
    }
  },
)

test('a read of a public record does not wait', async () => {
  const visible = createVisible('public')
  for (const find of Object.values(reads(visible)))
    expect(await Promise.race([find(), nextTurn('too late')])).toMatchObject({ visibility: 'public' })
})

test('a read of an unlisted record waits: with a key for public records, it looks missing', async () => {
  const key = {
    id: 1,
    name: 'mirror',
    scopes: ['records:read:public'],
    writesPerMinute: null,
    readsPerMinute: null,
  }
  const withKey = { identity: { kind: 'key', key }, headers: {} } as unknown as Request
  const found = createVisible('unlisted').findMany(withKey, ['id'])
  expect(await Promise.race([found, allMicrotasks()])).toBe('it waits')
  expect(await found).toEqual([undefined])
})

function reads(visible: ReturnType<typeof createVisible>) {
  return {
    find: async () => (await visible.find(req, 'id')).record,
    findMany: async () => (await visible.findMany(req, ['id']))[0],
    findAsStranger: () => visible.findAsStranger(req, 'id'),
  }
}

/** Resolves after everything that need not wait for a timer or the network. */
async function allMicrotasks(): Promise<string> {
  for (let turn = 0; turn < 100; turn++) await undefined
  return 'it waits'
}

/** The records of a registry that caches nothing and has one record, if any, with this visibility. */
function createVisible(visibility: Visibility | undefined) {
  const record = visibility && ({ userId: 'id', visibility } as TimezoneRecord)
  const find = async () => ({ record, answer: undefined })
  return createVisibleRecords({
    registry: { peek: () => undefined, findEntry: find, findFresh: find },
    findSessions: async () => [],
    origins: { publicUrl: undefined, corsOrigins: [] },
    audit: { record: () => {} },
  })
}
