import type { ServiceClocks } from '../clock/use-service-clocks.tsx'
import { browserZone, offsetMinutes } from '../clock/zone-time.ts'
import { createStored, propertiesOf } from '../ui/stored.ts'

/** What was decided about being in `away` with `home` saved: to keep `home`, or to save it again on return. */
export type Travel = { home: string; away: string; plan: 'keep' | 'return' }

type Where = { saved: string; device: string; at: number; clocks?: ServiceClocks | undefined }

/** What the page should do about a device whose clock differs from its person's saved zone. */
export function adviseTraveller(
  travel: Travel | undefined,
  { saved, device, at, clocks }: Where,
): 'ask' | 'return' | 'nothing' {
  const isSame = (one: string, other: string) =>
    offsetMinutes(one, at, clocks) === offsetMinutes(other, at, clocks)
  if (isSame(saved, device)) return 'nothing'
  if (travel?.plan === 'return' && travel.away === saved && isSame(travel.home, device)) return 'return'
  return travel?.home === saved && travel.away === device ? 'nothing' : 'ask'
}

/** The decision kept in this browser. */
export const storedTravel = createStored('timezone-registry:travel', (stored): Travel | undefined => {
  const { home, away, plan } = propertiesOf(stored)
  if (typeof home !== 'string' || typeof away !== 'string') return undefined
  return plan === 'keep' || plan === 'return' ? { home, away, plan } : undefined
})

/** Keeps that `home` is meant although the device is elsewhere. */
export function keepHome(home: string): void {
  storedTravel.change(() => ({ home, away: browserZone(), plan: 'keep' }))
}
