import { createContext, use } from 'react'

/** The time that the rows show, in milliseconds since 1970, and how it is written. */
export type ShownTime = {
  at: number
  /** The reader's own day, in days since 1970. */
  day: number
  /** Writes the time at an offset in minutes east of UTC. */
  format: (offset: number) => string
}

const ShownTimeContext = createContext<ShownTime>({ at: 0, day: 0, format: () => '' })

/** Hands the time past the rows, so that moving it draws only the times again. */
export const ShownTimeProvider = ShownTimeContext.Provider

export function useShownTime(): ShownTime {
  return use(ShownTimeContext)
}
