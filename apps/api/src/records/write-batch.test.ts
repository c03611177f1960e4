import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ZoneName } from '@timezone-registry/zones/zone-names'
import { expect, test } from 'vitest'
import type { TimezoneRecord } from './timezone-store.ts'
import { runWrites } from './write-batch.ts'

test('while the callers of a large batch continue, other requests are served', async () => {
  const happened: string[] = []
  const batch = Array.from({ length: 500 }, (_, index) => ({
    key: `user ${index}`,
    job: { user: { id: `user ${index}`, username: 'x' }, timezone: 'UTC' as ZoneName },
    resolve: () => void happened.push('caller'),
    reject: expect.unreachable,
  }))
  const setMany = async () => batch.map(({ key }) => ({ userId: key }) as TimezoneRecord)
  let isEnded = false
  const ended = runWrites(batch, { setMany, removeMany: async () => [] }).finally(() => {
    isEnded = true
  })
  while (!isEnded) {
    await nextTurn()
    happened.push('another request')
  }
  await ended
  const [first, last] = [happened.indexOf('caller'), happened.lastIndexOf('caller')]
  expect(happened.filter((what) => what === 'caller')).toHaveLength(500)
  expect(happened.slice(first, last)).toContain('another request')
})
