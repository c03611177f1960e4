import { type HeroSky, heroSkyAt } from '@timezone-registry/zones/hero-sky'
import { SKY_RAMP, type Sky, skyAt } from '@timezone-registry/zones/sky'
import { useLayoutEffect } from 'react'
import type { SkyOver } from '../zones/sky-over.ts'
import { useMinute } from './use-now.ts'
import { useServiceClocks } from './use-service-clocks.tsx'
import { hourIn } from './zone-time.ts'

/** The sky as a CSS colour. */
export function toCss({ lightness, a, b }: Sky): string {
  return `oklab(${lightness.toFixed(3)} ${a.toFixed(3)} ${b.toFixed(3)})`
}

/** A whole day's sky as a CSS gradient around a point: midnight at the bottom, noon at the top. */
export function dayRing(): string {
  const stops = SKY_RAMP.map(([hour]) => `${toCss(skyAt(hour))} ${(hour / 24) * 360}deg`)
  return `conic-gradient(from 180deg in oklab, ${stops.join(', ')})`
}

/**
 * Gives the page's header and `.hero` elements the current sky over a place, or by the clock of a zone whose place is not
 * known; noon's if the zone is not known either.
 */
export function usePageSky(timezone: string | undefined, skyOver?: SkyOver): void {
  const at = useMinute()
  const hour = hourIn(timezone ?? '', at, useServiceClocks()) ?? 12
  useLayoutEffect(() => {
    const { documentElement: root } = document
    const colours = coloursOf(skyOver?.({ at, hour }) ?? heroSkyAt(hour))
    for (const [name, colour] of colours) root.style.setProperty(name, colour)
    root.dataset.sky = ''
    return () => {
      for (const [name] of colours) root.style.removeProperty(name)
      delete root.dataset.sky
    }
  }, [skyOver, at, hour])
}

/**
 * Gives them another sky until the next one; undefined: the current one. Not the root: then the browser would look at the
 * style of everything on the page.
 */
export function wearSky(sky: HeroSky | undefined): void {
  const colours = coloursOf(sky ?? heroSkyAt(0))
  for (const element of document.querySelectorAll<HTMLElement>('.site-header, .hero'))
    for (const [name, colour] of colours)
      if (sky === undefined) element.style.removeProperty(name)
      else element.style.setProperty(name, colour)
}

/** By the names of the CSS variables. */
function coloursOf(sky: HeroSky): [name: string, colour: string][] {
  return Object.entries(sky).map(([name, colour]) => [`--sky-${name}`, toCss(colour)])
}
