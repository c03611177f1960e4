import { createZoneNames, type ZoneName } from '@timezone-registry/zones/zone-names'
import { expect, test, vi } from 'vitest'
import { createZoneRoutes } from './zone-routes.ts'

const DAY_MS = 86_400_000

test('the response begins a day ago, and changes at midnight UTC', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T23:59:59.999Z') })
  const { listTransitions } = createZoneRoutes({
    zoneNames: { ...createZoneNames(), all: ['Europe/Berlin' as ZoneName] },
  })
  const read = async () => {
    const { body } = await listTransitions({} as Parameters<typeof listTransitions>[0])
    return (body as unknown as { make: () => { from: string; until: string } }).make()
  }
  expect(await read()).toMatchObject({ from: '2026-11-21T00:00:00.000Z' })
  vi.advanceTimersByTime(1)
  const { from, until } = await read()
  expect(from).toBe('2026-11-22T00:00:00.000Z')
  expect(Date.parse(until) - Date.now()).toBeGreaterThan(400 * DAY_MS)
  vi.useRealTimers()
})
