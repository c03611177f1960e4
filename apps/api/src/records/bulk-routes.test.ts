import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ZoneName } from '@timezone-registry/zones/zone-names'
import { expect, test } from 'vitest'
import { createBulkRoutes } from './bulk-routes.ts'
import type { TimezoneRecord } from './record.ts'

test('the first half of a thousand records is written before the second is parsed, and others are served in between', async () => {
  const happened: string[] = []
  const note = (what: string) => {
    if (happened.at(-1) !== what) happened.push(what)
  }
  const { writeTimezones } = createBulkRoutes({
    registry: {
      set: async () => {
        note('write')
        return {} as TimezoneRecord
      },
      remove: async () => true,
    },
    zoneNames: { find: (text: string) => text as ZoneName, suggest: () => [] } as never,
    audit: { track: (_req, _action, work) => work(), record: () => {} },
    canSee: () => true,
    health: { reportFailure: () => {} },
  })
  const records = Array.from({ length: 1000 }, (_, n) => ({
    get user_id() {
      note('parse')
      return `${n}`
    },
    username: 'x',
    timezone: 'UTC',
  }))
  let isAnswered = false
  const answered = writeTimezones({ req: { call: {} }, body: { records } } as never).finally(() => {
    isAnswered = true
  })
  while (!isAnswered) {
    await nextTurn()
    note('another request')
  }
  expect(await answered).toMatchObject({ status: 200 })
  const own = happened.filter((what) => what !== 'another request')
  expect(own.filter((what, index) => what !== own[index - 1])).toEqual(['parse', 'write', 'parse', 'write'])
  expect(happened.slice(0, 3)).toEqual(['parse', 'another request', 'parse'])
})
