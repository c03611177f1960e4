import { createContext, type ReactNode, use, useDeferredValue } from 'react'

/** The time that the rows show, in milliseconds since 1970, and how it is written. */
export type ShownTime = {
  at: number
  isNow: boolean
  /** Where it is on the bands, from 0 to 1. */
  fraction: number
  /** The reader's own day, in days since 1970. */
  day: number
  /** Writes the time at an offset in minutes east of UTC. */
  format: (offset: number) => string
}

const NONE: ShownTime = { at: 0, isNow: true, fraction: 0, day: 0, format: () => '' }
const ShownTimeContext = createContext(NONE)
const LateTimeContext = createContext(NONE)

/** Passes the time to each row's parts directly, so that moving it renders only the times again, visible ones first. */
export function ShownTimeProvider({ value, children }: { value: ShownTime; children: ReactNode }) {
  const late = useDeferredValue(value)
  return (
    <ShownTimeContext value={value}>
      <LateTimeContext value={late}>{children}</LateTimeContext>
    </ShownTimeContext>
  )
}

/** The time shown. Out of sight, it follows at low priority. */
export function useShownTime(isInSight: boolean): ShownTime {
  return use(isInSight ? ShownTimeContext : LateTimeContext)
}
