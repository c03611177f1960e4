import type { ZoneName } from '@timezone-registry/zones/zone-names'
import { expect, test } from 'vitest'
import { Unavailable } from '../errors.ts'
import type { ExpectingTimezone, PlacedRecord } from './record.ts'
import { createWrites } from './writes.ts'

/** A table of names by user that refuses some statements. */
function open(refuses: (ids: readonly string[]) => Error | undefined = () => undefined) {
  const statements: string[][] = []
  const run = async (ids: readonly string[]) => {
    statements.push([...ids])
    const refusal = refuses(ids)
    if (refusal) throw refusal
    return ids.map((userId) => ({ userId }) as PlacedRecord)
  }
  const writes = createWrites({ setMany: (sets) => run(sets.map(({ user }) => user.id)), removeMany: run })
  return { writes, statements }
}

const set = (id: string, session?: string, more: Partial<ExpectingTimezone> = {}): ExpectingTimezone => ({
  user: { id, username: 'x', ...(session !== undefined && { session }) },
  timezone: 'UTC' as ZoneName,
  ...more,
})
const settled = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)
const withCode = (code: string) => Object.assign(new Error(`SQLSTATE ${code}`), { code })

test('sets of one user are merged within one session only, and never those with a condition', async () => {
  const { writes, statements } = open()
  const all = [
    set('a', 'one'),
    set('a', 'one'),
    set('a', 'two'),
    set('a'),
    set('a', undefined, { expected: 'nothing' }),
    set('a', undefined, { expected: 'nothing' }),
    'removal' as const,
    'removal' as const,
  ]
  await Promise.all(all.map((write) => writes.add('a', write)))
  expect(statements).toHaveLength(7)
})

test('sets with different visibilities or expectations, and removals, do not share a statement', async () => {
  const { writes, statements } = open()
  const all = [
    writes.add('a', set('a')),
    writes.add('b', set('b', 'session')),
    writes.add('c', set('c', undefined, { visibility: 'private' })),
    writes.add('d', set('d', undefined, { expected: 'nothing' })),
    writes.add('e', 'removal'),
  ]
  await Promise.all(all)
  expect(statements).toEqual([['a', 'b'], ['c'], ['d'], ['e']])
})

test.for([
  ['the database refuses', '22021'],
  ['another transaction has locked', '55P03'],
])('a row that %s fails its own caller only', async ([, code = '']) => {
  const { writes } = open((ids) => (ids.includes('bad') ? withCode(code) : undefined))
  const outcomes = await Promise.all(['a', 'bad', 'b'].map((id) => settled(writes.add(id, set(id)))))
  expect(outcomes).toMatchObject([{ userId: 'a' }, expect.any(Error), { userId: 'b' }])
  if (code === '55P03') expect(outcomes[1]).toBeInstanceOf(Unavailable)
})

test.for(['ECONNREFUSED', '57P01', 'unknown'])(
  'an outage (%s) fails the whole statement, which is not tried again row by row',
  async (code) => {
    const { writes, statements } = open(() => withCode(code))
    const outcomes = await Promise.all(['a', 'b'].map((id) => settled(writes.add(id, set(id)))))
    expect(outcomes).toMatchObject([{ code }, { code }])
    expect(statements).toHaveLength(1)
  },
)
