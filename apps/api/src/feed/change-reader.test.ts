import { expect, test } from 'vitest'
import { createChangeReader } from './change-reader.ts'
import type { ChangePage } from './change-store.ts'
import type { Cursor } from './cursor.ts'

const at = (position: number): Cursor => ({ incarnation: '0123456789ab', place: { ord: 1, position } })

test('a read that the database never answers times out and releases its slot', async () => {
  let calls = 0
  const reader = createChangeReader({
    store: {
      findAfter: async (cursor): Promise<ChangePage> => {
        calls += 1
        if (calls === 1) return new Promise(() => {})
        return { changes: [], cursor: cursor ?? at(0), more: false }
      },
    },
    maxReads: 1,
    deadlineMilliseconds: 20,
  })
  const [first, second] = [reader.read(at(1)), reader.read(at(2))]
  await expect(first).rejects.toMatchObject({ name: 'Unavailable' })
  expect(await second).toMatchObject({ cursor: at(2) })
})

test('a read requested while another is in flight starts after the request', async () => {
  let end = 1
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const reader = createChangeReader({
    store: {
      findAfter: async () => {
        const cursor = at(end)
        begin()
        await released
        return { changes: [], cursor, more: false }
      },
    },
  })
  const early = reader.read(at(1))
  await begun
  end = 2
  const late = reader.read(at(1))
  release()
  expect([(await early)?.cursor, (await late)?.cursor]).toEqual([at(1), at(2)])
})
