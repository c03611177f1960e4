import { expect, test } from 'vitest'
import { Unavailable } from '../errors.ts'
import type { PlacedRecord } from './record.ts'
import { createReplicaReads, type Reads } from './replica-reads.ts'

/** A reader that finds every user, and says where. */
function createReader(username: string): Reads {
  return {
    findMany: async (userIds) => userIds.map((userId) => ({ userId, username }) as PlacedRecord),
    countByZone: async () => [],
    findByName: async () => [],
  }
}

function createReads(
  isRecent: (userId: string) => boolean = () => false,
  primary = createReader('primary'),
): Reads {
  const replica = createReader('replica')
  return createReplicaReads({ primary, route: (read) => read(replica), isRecent })
}

test('only records that changed recently are read from the primary', async () => {
  const reads = createReads((userId) => userId.startsWith('new'))
  const found = await reads.findMany(['new-1', 'old-1', 'new-2', 'old-2'])
  expect(Object.fromEntries(found.map(({ userId, username }) => [userId, username]))).toEqual({
    'new-1': 'primary',
    'new-2': 'primary',
    'old-1': 'replica',
    'old-2': 'replica',
  })
})

test('a reader who needs the primary gets nothing older', async () => {
  const nameFrom = async (primary: Reads) =>
    (await createReads(undefined, primary).findMany(['ada'], 'primary'))[0]?.username
  expect(await nameFrom(createReader('primary'))).toBe('primary')
  const silent = { ...createReader('primary'), findMany: () => new Promise<never>(() => {}) }
  await expect(nameFrom(silent)).rejects.toThrow(Unavailable)
})

test.for([
  ['fails', () => Promise.reject(new Error('down'))],
  ['does not answer', () => new Promise<never>(() => {})],
] as const)('while the primary %s, its part of a read is answered by the replica', async ([, findMany]) => {
  const reads = createReads((userId) => userId === 'new', { ...createReader('primary'), findMany })
  const found = await reads.findMany(['new', 'old'])
  expect(found.map(({ username }) => username)).toEqual(['replica', 'replica'])
})
