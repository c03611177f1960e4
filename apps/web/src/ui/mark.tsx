import { dayRing } from '../clock/sky.ts'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { browserZone, hourIn } from '../clock/zone-time.ts'

/** The product's mark: the sky of a whole day as a ring, noon at the top, with a hand at the hour of this device. */
export function Mark() {
  const hour = hourIn(browserZone(), useMinute(), useServiceClocks()) ?? 12
  return <span className="mark" style={{ '--hour': hour.toFixed(2), '--day-ring': dayRing() }} />
}
