import type { ReactNode } from 'react'
import { ClockText } from '../clock/clock-text.tsx'
import { useMinute } from '../clock/use-now.ts'
import { cityOf, createTimeFormatter, formatOffset, offsetMinutes } from '../clock/zone-time.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { canonicalZone } from '../zones/canonical-zone.ts'
import type { Stats } from './stats.ts'

/** The totals, the most popular zones and the people at each local time. */
export function Charts({ stats }: { stats: Stats }) {
  const texts = useTexts()
  const top = sumBy(
    stats.top_timezones.map(({ timezone, count }) => [canonicalZone(timezone), count] as const),
  )
  return (
    <>
      <dl className="mb-6 grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-3 text-center">
        <Total label={texts.everyone.people} value={stats.total_users} />
        <Total label={texts.everyone.zones} value={stats.unique_timezones} />
        <Total label={texts.everyone.thisWeek} value={stats.recent_registrations} />
      </dl>
      <h3 className="mb-2 font-semibold">{texts.everyone.byZone}</h3>
      <Bars
        rows={[...top].map(([timezone, count]) => ({
          key: timezone,
          label: cityOf(timezone),
          note: <ClockText timezone={timezone} />,
          count,
        }))}
      />
      <h3 className="mt-6 font-semibold">{texts.everyone.byClock}</h3>
      <p className="mb-2 text-muted text-sm">{texts.everyone.byClockHint}</p>
      <ByClock distribution={stats.timezone_distribution} />
    </>
  )
}

function Total({ label, value }: { label: string; value: number }) {
  const locale = useLocale()
  return (
    <div className="flex flex-col-reverse rounded-xl bg-sunken p-3">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-semibold text-xl tabular-nums">{value.toLocaleString(locale)}</dd>
    </div>
  )
}

/** One bar for all zones whose clocks show the same time now, from west to east. */
function ByClock({ distribution }: { distribution: Record<string, number> }) {
  const locale = useLocale()
  const now = useMinute()
  const format = createTimeFormatter(locale)
  const counts = sumBy(
    Object.entries(distribution).flatMap(([timezone, count]) => {
      const offset = offsetMinutes(timezone, now)
      return offset === undefined ? [] : [[offset, count] as const]
    }),
  )
  const rows = [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([offset, count]) => ({
      key: String(offset),
      label: formatOffset(offset),
      note: format(now, offset),
      count,
    }))
  return <Bars rows={rows} />
}

type BarsProps = { rows: { key: string; label: string; note: ReactNode; count: number }[] }

function Bars({ rows }: BarsProps) {
  const locale = useLocale()
  const texts = useTexts()
  const most = Math.max(...rows.map(({ count }) => count))
  return (
    <ul className="space-y-2">
      {rows.map(({ key, label, note, count }) => (
        <li key={key}>
          <div className="flex justify-between gap-3 text-sm">
            <span className="min-w-0 truncate">
              {label} <span className="text-muted tabular-nums">{note}</span>
            </span>
            <span className="tabular-nums">
              <span aria-hidden="true">{count.toLocaleString(locale)}</span>
              <span className="sr-only">{texts.everyone.count(count)}</span>
            </span>
          </div>
          <div className="bar-track">
            <div className="bar" style={{ width: `${(count / most) * 100}%` }} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function sumBy<Key>(counts: (readonly [Key, number])[]): Map<Key, number> {
  const sums = new Map<Key, number>()
  for (const [key, count] of counts) sums.set(key, (sums.get(key) ?? 0) + count)
  return sums
}
