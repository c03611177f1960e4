import { useEffect, useRef } from 'react'

/** Scrolls a row sideways, not the page, so that its current link or choice is in the middle. Returns the row's ref. */
export function useCurrentInSight<Row extends HTMLElement>(current: unknown) {
  const row = useRef<Row>(null)
  useEffect(() => {
    const nav = row.current
    const link = nav?.querySelector('[aria-current], :has(> :checked)')
    if (!nav || !link) return
    // Also once the fonts have loaded, when the text becomes larger, and when the screen is turned.
    const observer = new ResizeObserver(() => {
      const [box, inner] = [nav.getBoundingClientRect(), link.getBoundingClientRect()]
      nav.scrollLeft += (inner.left + inner.right - box.left - box.right) / 2
    })
    observer.observe(nav)
    observer.observe(link)
    return () => observer.disconnect()
  }, [current])
  return row
}
