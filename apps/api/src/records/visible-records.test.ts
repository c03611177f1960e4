import type { Request } from 'express'
import { expect, test } from 'vitest'
import type { PlacedRecord, Visibility } from './record.ts'
import { createCanSee } from './visibility.ts'
import { createVisibleRecords } from './visible-records.ts'

const stranger = { identity: { kind: 'anyone' }, headers: {} } as Request
const key = {
  id: 1,
  name: 'mirror',
  scopes: ['records:read:public'],
  writesPerMinute: null,
  readsPerMinute: null,
}
const withKey = { identity: { kind: 'key', key }, headers: {} } as unknown as Request
const withCookie = { identity: { kind: 'anyone' }, headers: { cookie: 'session=x' } } as unknown as Request
const fresh = {
  identity: { kind: 'anyone' },
  headers: { 'cache-control': 'max-age=0' },
} as unknown as Request

test.for([
  ['a private record', 'private'],
  ['no record', undefined],
] as const)(
  '%s is read from the database for everyone who may be able to see one, and for nobody else',
  async ([, visibility]) => {
    const { visible, loads } = createVisible(visibility)
    for (const [req, wanted] of [
      [stranger, 0],
      [withKey, 1],
      [withCookie, 2],
      [fresh, 3],
    ] as const) {
      expect(await visible.find(req, 'id')).toMatchObject({ record: undefined })
      expect(loads.count).toBe(wanted)
    }
  },
)

test('a key for public records takes an unlisted one for missing, and both are read each time', async () => {
  for (const visibility of ['unlisted', undefined] as const) {
    const { visible, loads } = createVisible(visibility)
    expect(await visible.findMany(withKey, ['id'])).toEqual([undefined])
    expect(await visible.findMany(withKey, ['id'])).toEqual([undefined])
    expect(loads.count).toBe(2)
  }
})

/** The records of a registry whose cache knows of no record. */
function createVisible(visibility: Visibility | undefined) {
  const record = visibility && ({ userId: 'id', visibility } as PlacedRecord)
  const loads = { count: 0 }
  const find = async () => {
    loads.count += 1
    return { record, answer: undefined }
  }
  const visible = createVisibleRecords({
    registry: { peek: () => ({ record: undefined, answer: undefined }), findEntry: find, findFresh: find },
    findSessions: async () => [],
    origins: { publicUrl: undefined, corsOrigins: [] },
    canSee: createCanSee({ reads: 'public' }),
    audit: { record: () => {} },
  })
  return { visible, loads }
}
