import { inkOn, skyAt } from '@timezone-registry/zones/sky'
import type { DayState } from '../clock/days.ts'
import { toCss } from '../clock/sky.ts'
import { AvailableIcon, AwayIcon, MoonIcon, SettingSunIcon, SunIcon } from '../ui/icons.tsx'

const ICONS = {
  available: AvailableIcon,
  away: AwayIcon,
  awake: SunIcon,
  'winding-down': SettingSunIcon,
  asleep: MoonIcon,
}

/** A sun, a setting sun or a moon on the sky of a local time, or a dot where they have said it. The words beside it say the same. */
export function StateIcon({ state, minute }: { state: DayState; minute: number }) {
  const sky = skyAt(minute / 60)
  const Shape = ICONS[state]
  return (
    <span className="state-icon" style={{ backgroundColor: toCss(sky), color: inkOn(sky) }}>
      <Shape isSmall />
    </span>
  )
}
