import type { ServiceClocks } from '../clock/use-service-clocks.tsx'
import { browserZone, offsetMinutes } from '../clock/zone-time.ts'
import { createStored, propertiesOf } from '../ui/stored.ts'

/** It was decided what being in `away` with `home` saved means. */
type Travel = { home: string; away: string }

type Where = { saved: string; device: string; at: number; clocks?: ServiceClocks | undefined }

/** True for a device whose clock differs from its person's saved zone, unless they have decided about that. */
export function isUndecided(travel: Travel | undefined, { saved, device, at, clocks }: Where): boolean {
  if (offsetMinutes(saved, at, clocks) === offsetMinutes(device, at, clocks)) return false
  return travel?.home !== saved || travel.away !== device
}

/** The last decision in this browser. */
export const storedTravel = createStored('timezone-registry:travel', (stored): Travel | undefined => {
  const { home, away } = propertiesOf(stored)
  return typeof home === 'string' && typeof away === 'string' ? { home, away } : undefined
})

/** Keeps that `home` is meant although the device is elsewhere. */
export function keepHome(home: string): void {
  storedTravel.change(() => ({ home, away: browserZone() }))
}
