import type { Request } from 'express'
import { expect, test } from 'vitest'
import { TEST_PERSON } from '../../test/test-person.ts'
import type { PlacedRecord, Visibility } from './record.ts'
import { createCanSee, createVisibleRecords } from './visibility.ts'

const ORDER: Visibility[] = ['public', 'unlisted', 'private']
const OWN_SESSION = { idHash: 'x', person: { ...TEST_PERSON, userId: 'id' } }

const stranger = { call: { identity: { kind: 'anyone' }, headers: {} }, headers: {} } as Request
const key = {
  id: 1,
  name: 'mirror',
  scopes: ['records:read:public'],
  writesPerMinute: null,
  readsPerMinute: null,
}
const withKey = { call: { identity: { kind: 'key', key }, headers: {} }, headers: {} } as unknown as Request
const withCookie = {
  call: { identity: { kind: 'anyone' }, headers: {} },
  headers: { cookie: 'session=x' },
} as unknown as Request
const fresh = {
  call: { identity: { kind: 'anyone' }, headers: {} },
  headers: { 'cache-control': 'max-age=0' },
} as unknown as Request

const withSession = { ...withCookie, headers: { cookie: 'own' } } as unknown as Request

/** Who asks for the record of `id`, and what they may see of one that has each visibility. */
test.for([
  ['a stranger', stranger, ['public', 'unlisted']],
  ['a stranger who wants it fresh', fresh, ['public', 'unlisted']],
  ['a key for public records', withKey, ['public']],
  ['an unknown session', withCookie, ['public', 'unlisted']],
  ['the person', withSession, ['public', 'unlisted', 'private']],
] as const)('%s sees their records, and the others take the same queries as none', async ([, req, seen]) => {
  const { queries: ofNone } = await find(req, undefined)
  for (const visibility of ['public', 'unlisted', 'private'] as const) {
    const isSeen = seen.some((own) => own === visibility)
    const { records, queries } = await find(req, visibility)
    expect([visibility, ...records]).toEqual([visibility, isSeen, isSeen, isSeen])
    if (!isSeen) expect(queries).toEqual(ofNone)
  }
})

/** Finds the record of `id` twice, and among others; whether it was found, and the queries, with how many rows each had. */
async function find(req: Request, visibility: Visibility | undefined) {
  const queries: [Visibility, number][] = []
  const load = async (_id: string, sight: Visibility) => {
    const isIn = visibility !== undefined && ORDER.indexOf(visibility) <= ORDER.indexOf(sight)
    queries.push([sight, isIn ? 1 : 0])
    return { record: isIn ? ({ userId: 'id', visibility } as PlacedRecord) : undefined, answer: undefined }
  }
  let cached: Awaited<ReturnType<typeof load>> | undefined
  const visible = createVisibleRecords({
    registry: {
      peek: () => cached,
      find: async (id, sight = 'unlisted') => {
        const entry = await load(id, sight)
        if (visibility === 'public') cached = entry
        return entry
      },
      findFresh: load,
    },
    findSessions: async ({ headers }) => (headers.cookie === 'own' ? [OWN_SESSION] : []),
    origins: { publicUrl: undefined, corsOrigins: [] },
    canSee: createCanSee({ reads: 'public' }),
    audit: { record: () => {} },
  })
  const found = [await visible.find(req, 'id'), await visible.find(req, 'id')].map(({ record }) => record)
  const records = [...found, ...(await visible.findMany(req, ['id']))].map((record) => record !== undefined)
  return { records, queries }
}
