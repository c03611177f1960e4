import { useEffect, useRef, useState } from 'react'
import type { Selection } from '../selection/use-selection.ts'

// Browsers refuse to change the address more often than about a hundred times in 30 seconds.
const SETTLED_MS = 250

/**
 * The selection with the moment that was chosen last. It is shown immediately, but put in the address only when
 * it has not changed for a quarter of a second, because a drag changes it at every step.
 */
export function useSettledMoment<T extends Selection>(
  selection: T,
  select: (change: { at: number }) => void,
) {
  const [chosen, choose] = useState<number>()
  const selectRef = useRef(select)
  selectRef.current = select

  useEffect(() => {
    if (chosen === undefined) return
    const timer = setTimeout(() => {
      selectRef.current({ at: chosen })
      choose(undefined)
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [chosen])

  return [{ ...selection, at: chosen ?? selection.at }, choose] as const
}
