import type { DayState } from '../clock/day-state.ts'
import { inkOn, skyAt, toCss } from '../clock/sky.ts'

const SUN = (
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3l1.8 1.8M16.9 16.9l1.8 1.8M5.3 18.7l1.8-1.8M16.9 7.1l1.8-1.8" />
  </>
)
const SETTING_SUN = (
  <path d="M3 17h18M7 21h10M7.5 17a4.5 4.5 0 0 1 9 0M12 4v5M9.5 7l2.5 2.5L14.5 7M4.5 11.5l1.6 1.2M19.5 11.5l-1.6 1.2" />
)
const MOON = <path d="M20 14.2A8.2 8.2 0 0 1 9.8 4 8.2 8.2 0 1 0 20 14.2z" />

const SHAPES = { awake: SUN, 'winding-down': SETTING_SUN, asleep: MOON }

/** A sun, a setting sun or a moon on the sky of a local time. The words beside it say the same. */
export function StateIcon({ state, minute }: { state: DayState; minute: number }) {
  const sky = skyAt(minute / 60)
  return (
    <span className="state-icon" style={{ backgroundColor: toCss(sky), color: inkOn(sky) }}>
      <svg
        viewBox="0 0 24 24"
        width="18"
        height="18"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        aria-hidden="true"
      >
        {SHAPES[state]}
      </svg>
    </span>
  )
}
