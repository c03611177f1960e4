import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { useServiceClocks } from './use-service-clocks.tsx'
import { cityOf, isOutdated } from './zone-time.ts'

type OutdatedZonesProps = { timezones: readonly (string | undefined)[]; at: Temporal.Instant }

/** Says for which of these zones this device would show another time. */
export function OutdatedZones({ timezones, at }: OutdatedZonesProps) {
  const { zone } = useTexts()
  const locale = useLocale()
  const clocks = useServiceClocks()
  const outdated = [...new Set(timezones)].filter(
    (timezone) => timezone !== undefined && isOutdated(timezone, at, clocks),
  )
  if (outdated.length === 0) return null
  const cities = outdated.map((timezone = '') => cityOf(timezone))
  return (
    <p className="mt-2 text-muted text-sm">
      {zone.outdated(new Intl.ListFormat(locale, { type: 'conjunction' }).format(cities))}
    </p>
  )
}
