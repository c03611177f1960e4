import { type RefObject, useEffect, useState } from 'react'

/** False while the browser skips an element with `content-visibility: auto`, as it does where nobody sees it. */
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
