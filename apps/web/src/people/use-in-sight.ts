import { type RefObject, useEffect, useState } from 'react'

/** False while the browser skips an off-screen element because of `content-visibility: auto`. */
export function useInSight(element: RefObject<HTMLElement | null>): boolean {
  const [isInSight, setInSight] = useState(true)
  useEffect(() => {
    const observed = element.current
    const update = (event: Event) => setInSight(!(event as ContentVisibilityAutoStateChangeEvent).skipped)
    observed?.addEventListener('contentvisibilityautostatechange', update)
    return () => observed?.removeEventListener('contentvisibilityautostatechange', update)
  }, [element])
  return isInSight
}
