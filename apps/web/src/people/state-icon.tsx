import type { DayState } from '@timezone-registry/zones/day-state'
import { inkOn, skyAt } from '@timezone-registry/zones/sky'
import { toCss } from '../clock/sky.ts'
import { MoonIcon, SettingSunIcon, SunIcon } from '../ui/icons.tsx'

const ICONS = { awake: SunIcon, 'winding-down': SettingSunIcon, asleep: MoonIcon }

/** A sun, a setting sun or a moon on the sky of a local time. The words beside it say the same. */
export function StateIcon({ state, minute }: { state: DayState; minute: number }) {
  const sky = skyAt(minute / 60)
  const Shape = ICONS[state]
  return (
    <span className="state-icon" style={{ backgroundColor: toCss(sky), color: inkOn(sky) }}>
      <Shape isSmall />
    </span>
  )
}
