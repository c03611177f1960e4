import { inkOn, skyAt } from '@timezone-registry/zones/sky'
import type { DayState } from '../clock/day-state.ts'
import { toCss } from '../clock/sky.ts'
import { MoonIcon, SunIcon } from '../ui/icons.tsx'

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

function SettingSunIcon() {
  return (
    <svg viewBox="0 0 24 24" className="icon icon-small" aria-hidden="true">
      <path d="M2.5 17.5h19M7 21.5h10M7 17.5a5 5 0 0 1 10 0M12 3v5M9.5 6l2.5 2.5L14.5 6M4 10.5l1.6 1.4M20 10.5l-1.6 1.4" />
    </svg>
  )
}
