import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Request } from 'express'
import { expect, test } from 'vitest'
import type { TimezoneRecord, Visibility } from './timezone-store.ts'
import { createVisibleRecords } from './visible-records.ts'

const req = { identity: { kind: 'anyone' }, headers: {} } as Request
// Less than the time that conceals a query; timers fire in the order of their times, however late.
const A_QUERY_MILLISECONDS = 2

test.for([
  ['private', 'private'],
  ['missing', undefined],
] as const)(
  'a stranger’s first read of a %s record takes at least as long as a query',
  async ([, visibility]) => {
    const visible = createVisible(visibility)
    for (const find of Object.values(reads(visible))) {
      const found = find()
      expect(await Promise.race([found, sleep(A_QUERY_MILLISECONDS, 'a query')])).toBe('a query')
      expect(await found).toBeUndefined()
    }
  },
)

test.for(['public', 'unlisted'] as const)('a read of a %s record does not wait', async (visibility) => {
  const visible = createVisible(visibility)
  for (const find of Object.values(reads(visible)))
    expect(await Promise.race([find(), nextTurn('too late')])).toMatchObject({ visibility })
})

function reads(visible: ReturnType<typeof createVisible>) {
  return {
    find: async () => (await visible.find(req, 'id')).record,
    findMany: async () => (await visible.findMany(req, ['id']))[0],
    findAsStranger: () => visible.findAsStranger(req, 'id'),
  }
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
