import { useEffect, useRef } from 'react'

/** Gives the focus to an element whenever `moment` becomes another one, and true: what had the focus may be gone. */
export function useFocusWhen(id: string, moment: unknown): void {
  const before = useRef(moment)
  useEffect(() => {
    if (moment && moment !== before.current) document.getElementById(id)?.focus()
    before.current = moment
  }, [id, moment])
}
