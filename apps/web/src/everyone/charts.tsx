import type { contract } from '@timezone-registry/contract'
import { skyAt } from '@timezone-registry/zones/sky'
import type { ClientInferResponseBody } from '@ts-rest/core'
import { ClockText } from '../clock/clock-text.tsx'
import { toCss } from '../clock/sky.ts'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { inZone } from '../clock/zone-time.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { canonicalZone } from '../zones/canonical-zone.ts'
import { useCityOf } from '../zones/use-city-of.ts'
import { sumBy } from './by-hour.ts'
import { HourColumns } from './hour-columns.tsx'

/** Counts over the whole registry. */
type Stats = ClientInferResponseBody<typeof contract.getStats, 200>

// With fewer people, a bar or a zone would be somebody in particular.
const FEWEST_PEOPLE = 20
const FEWEST_IN_ZONE = 5

/** The totals and, where nobody stands out, the people at each hour of the day and the most popular zones. */
export function Charts({ stats }: { stats: Stats }) {
  const { everyone } = useTexts()
  if (stats.total_users === 0) return <p className="text-muted">{everyone.empty}</p>
  return (
    <div className="space-y-12">
      <dl className="flex flex-wrap gap-x-12 gap-y-4">
        <Total label={everyone.people} value={stats.total_users} />
        <Total label={everyone.zones} value={stats.unique_timezones} />
        <Total label={everyone.thisWeek} value={stats.recent_registrations} />
      </dl>
      {stats.total_users >= FEWEST_PEOPLE && (
        <section aria-labelledby="by-clock">
          <h3 id="by-clock" className="font-semibold">
            {everyone.byClock}
          </h3>
          <p className="text-muted text-sm">{everyone.byClockHint}</p>
          <HourColumns distribution={stats.timezone_distribution} />
        </section>
      )}
      {stats.total_users >= FEWEST_PEOPLE && <TopZones top={stats.top_timezones} />}
    </div>
  )
}

function Total({ label, value }: { label: string; value: number }) {
  const locale = useLocale()
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-medium text-2xl tabular-nums tracking-tight">{value.toLocaleString(locale)}</dd>
    </div>
  )
}

function TopZones({ top }: { top: Stats['top_timezones'] }) {
  const { everyone, people } = useTexts()
  const now = useMinute()
  const cityOf = useCityOf()
  const clocks = useServiceClocks()
  const counts = sumBy(top.map(({ timezone, count }) => [canonicalZone(timezone), count] as const))
  const shown = [...counts].filter(([, count]) => count >= FEWEST_IN_ZONE)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="by-zone">
      <h3 id="by-zone" className="mb-3 font-semibold">
        {everyone.byZone}
      </h3>
      <ol className="zone-columns">
        {shown.map(([timezone, count]) => {
          const there = inZone(timezone, now, clocks)
          const sky = there && toCss(skyAt(there.hour + there.minute / 60))
          return (
            <li key={timezone} className="row flex-wrap border-line border-b" title={timezone}>
              <span className="sky-dot" style={{ '--sky': sky }} />
              <span className="min-w-0 flex-1 truncate font-medium">{cityOf(timezone)}</span>
              <ClockText timezone={timezone} className="text-muted" />
              <span className="min-w-20 text-end tabular-nums">{people.count(count)}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
