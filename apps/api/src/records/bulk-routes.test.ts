import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBulkRoutes } from './bulk-routes.ts'

test('the first half of a thousand records is written before the second is parsed, and others are served in between', async () => {
  const happened: string[] = []
  const note = (what: string) => {
    if (happened.at(-1) !== what) happened.push(what)
  }
  const { writeTimezones } = createBulkRoutes({
    auditedWrites: {
      set: async () => {
        note('write')
        return {} as never
      },
      remove: async () => ({}) as never,
    },
    zoneNames: {} as never,
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
