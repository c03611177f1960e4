import { heroSkyAt } from '@timezone-registry/zones/hero-sky'
import { useLayoutEffect } from 'react'
import { toCss } from './sky.ts'
import { useMinute } from './use-now.ts'
import { useServiceClocks } from './use-service-clocks.tsx'
import { hourIn } from './zone-time.ts'

/** Gives the page's header and `.hero` elements the current sky over a zone; noon's if the zone is unknown. */
export function usePageSky(timezone: string | undefined): void {
  const hour = hourIn(timezone ?? '', useMinute(), useServiceClocks()) ?? 12
  useLayoutEffect(() => {
    const { documentElement: root } = document
    const colours = Object.entries(heroSkyAt(hour)).map(
      ([name, sky]) => [`--sky-${name}`, toCss(sky)] as const,
    )
    for (const [name, colour] of colours) root.style.setProperty(name, colour)
    root.dataset.sky = ''
    return () => {
      for (const [name] of colours) root.style.removeProperty(name)
      delete root.dataset.sky
    }
  }, [hour])
}

/**
 * Gives them another sky until the next one; undefined: the current one. Not the root: then the browser would look at the
 * style of everything on the page.
 */
export function wearSky(hour: number | undefined): void {
  const skies = Object.entries(heroSkyAt(hour ?? 0))
  for (const element of document.querySelectorAll<HTMLElement>('.site-header, .hero'))
    for (const [name, sky] of skies)
      if (hour === undefined) element.style.removeProperty(`--sky-${name}`)
      else element.style.setProperty(`--sky-${name}`, toCss(sky))
}
