import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ZoneName } from '../zones/zone-names.ts'
import type { TimezoneRecord } from './timezone-store.ts'
import { runWrites } from './write-batch.ts'

test('the callers of a large batch continue in several turns of the event loop', async () => {
  let turn = 0
  const turns: number[] = []
  const batch = Array.from({ length: 500 }, (_, index) => ({
    key: `user ${index}`,
    job: { user: { id: `user ${index}`, username: 'x' }, timezone: 'UTC' as ZoneName },
    resolve: () => void turns.push(turn),
    reject: expect.unreachable,
  }))
  const setMany = async () => batch.map(({ key }) => ({ userId: key }) as TimezoneRecord)
  const ended = runWrites(batch, { setMany, removeMany: async () => [] })
  for (; turn < 10; turn++) await nextTurn()
  await ended
  const perTurn = Map.groupBy(turns, (turn) => turn)
  expect([...perTurn.values()].map(({ length }) => length)).toEqual([100, 100, 100, 100, 100])
})
