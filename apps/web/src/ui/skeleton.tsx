import { useState } from 'react'
import { useText } from '../texts/use-text.tsx'

/**
 * A placeholder for content that is loading. Invisible for the first 150 ms, so that a fast answer does not flicker.
 */
export function Skeleton() {
  const t = useText()
  return (
    <div className="space-y-4 py-4" data-loading>
      <p className="sr-only">{t('record.loading')}</p>
      <div className="skeleton h-5 w-2/5" />
      <div className="skeleton h-5 w-4/5" />
      <div className="skeleton h-5 w-3/5" />
    </div>
  )
}

/** What the service has rendered of this view, on the sky that came with it, until the view is ready; a placeholder otherwise. */
export function ServedView() {
  const [served] = useState(findServed)
  return served === null ? <Skeleton /> : <div ref={(box) => show(served, box)} />
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
