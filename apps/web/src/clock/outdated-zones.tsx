import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { useCityOf } from '../zones/use-city-of.ts'
import { useServiceClocks } from './use-service-clocks.tsx'
import { isOutdated } from './zone-time.ts'

type OutdatedZonesProps = { timezones: readonly (string | undefined)[]; at: Temporal.Instant }

/** Says for which of these zones this device would show another time. */
export function OutdatedZones({ timezones, at }: OutdatedZonesProps) {
  const { zone } = useTexts()
  const cityOf = useCityOf()
  const locale = useLocale()
  const clocks = useServiceClocks()
  const cities = [...new Set(timezones)].flatMap((timezone) =>
    timezone !== undefined && isOutdated(timezone, at, clocks) ? cityOf(timezone) : [],
  )
  if (cities.length === 0) return null
  return (
    <p className="mt-2 text-muted text-sm">
      {zone.outdated(new Intl.ListFormat(locale, { type: 'conjunction' }).format(cities))}
    </p>
  )
}
