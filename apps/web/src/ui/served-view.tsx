import { useState } from 'react'
import { Skeleton } from './skeleton.tsx'

/** What the service has rendered of this view, on the sky that came with it, until the view is ready; a placeholder otherwise. */
export function ServedView() {
  const [served] = useState(findServed)
  if (served === null)
    return (
      <div className="page py-6">
        <Skeleton />
      </div>
    )
  return <div ref={(box) => show(served, box)} />
}

/** Looks while rendering, because React then removes what the service has rendered. */
function findServed(): Element | null {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded?.name === location.href ? document.querySelector('[data-served]') : null
}

function show(served: Element, box: Element | null) {
  const { dataset } = document.documentElement
  box?.append(served)
  if (!served.matches('.hero')) return undefined
  dataset.sky = ''
  return () => {
    delete dataset.sky
  }
}
