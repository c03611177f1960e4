import { useState } from 'react'
import { useMinute } from '../clock/use-now.ts'

/** The time that a board shows: now, or what its line was moved to, in milliseconds since 1970. */
export function useBoardTime() {
  const now = useMinute()
  const [chosen, choose] = useState<number>()
  return {
    now,
    at: chosen ?? now.epochMilliseconds,
    isNow: chosen === undefined,
    choose,
    backToNow: () => choose(undefined),
  }
}

export type BoardTime = ReturnType<typeof useBoardTime>
