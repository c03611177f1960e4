import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ZoneName } from '../zones/zone-names.ts'
import { createBulkRoutes } from './bulk-routes.ts'
import type { TimezoneRecord } from './timezone-store.ts'

test('a thousand records are parsed in many turns, and the first half is written before the second is parsed', async () => {
  let turn = 0
  const turns: number[] = []
  const { writeTimezones } = createBulkRoutes({
    registry: {
      set: async () => {
        turns.push(turn)
        return {} as TimezoneRecord
      },
      remove: async () => true,
    },
    zoneNames: { find: (text: string) => text as ZoneName, suggest: () => [] } as never,
    audit: { track: (_req, _action, work) => work(), record: () => {} },
  })
  const records = Array.from({ length: 1000 }, (_, n) => ({
    user_id: `${n}`,
    username: 'x',
    timezone: 'UTC',
  }))
  const answered = writeTimezones({ req: {}, body: { records } } as never)
  for (; turn < 20; turn++) await nextTurn()
  await answered
  const perTurn = Map.groupBy(turns, (turn) => turn)
  expect([...perTurn.values()].map(({ length }) => length)).toEqual([500, 500])
  const [first = 0, second = 0] = perTurn.keys()
  expect(first).toBeGreaterThan(1)
  expect(second - first).toBe(4)
})
