import { dayRing } from '../clock/sky.ts'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { browserZone, inZone } from '../clock/zone-time.ts'

/** The product's mark: the sky of a whole day as a ring, noon at the top, with a hand at the hour of this device. */
export function Mark() {
  const here = inZone(browserZone(), useMinute(), useServiceClocks())
  const hour = here === undefined ? 12 : here.hour + here.minute / 60
  return <span className="mark" style={{ '--hour': hour.toFixed(2), '--day-ring': dayRing() }} />
}
