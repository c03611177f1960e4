import { SignInButtons } from '../account/sign-in-buttons.tsx'
import type { Account } from '../account/use-account.ts'
import { api } from '../api.ts'
import { ClockText } from '../clock/clock-text.tsx'
import { useMinute } from '../clock/use-now.ts'
import { createTimeFormatter, formatOffset, offsetMinutes, readable } from '../clock/zone-time.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { describeFailure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'

/** How many people are where, by zone and by the clock. */
export function EveryonePage({ account }: { account: Account }) {
  const texts = useTexts()
  const stats = api.getStats.useQuery({ queryKey: ['stats'], enabled: !account.needsLoginToRead })
  const failure = describeFailure(stats.error, texts)
  const counts = stats.data?.body
  return (
    <section className="card min-h-[36rem]" aria-labelledby="everyone-heading">
      <h2 id="everyone-heading" className="mb-4 font-bold text-lg">
        {texts.everyone.heading}
      </h2>
      {account.needsLoginToRead && !account.isLoading && (
        <div className="space-y-3">
          <p>{texts.account.signInToRead}</p>
          <SignInButtons providers={account.providers} />
        </div>
      )}
      {stats.isLoading && <p className="text-muted">{texts.record.loading}</p>}
      {failure && !counts && <FailureNote failure={failure} onRetry={() => stats.refetch()} />}
      {counts && counts.total_users === 0 && <p className="text-muted">{texts.everyone.empty}</p>}
      {counts && counts.total_users > 0 && (
        <>
          <dl className="mb-6 grid grid-cols-3 gap-3 text-center">
            <Total label={texts.everyone.people} value={counts.total_users} />
            <Total label={texts.everyone.zones} value={counts.unique_timezones} />
            <Total label={texts.everyone.thisWeek} value={counts.recent_registrations} />
          </dl>
          <h3 className="mb-2 font-semibold">{texts.everyone.byZone}</h3>
          <Bars
            rows={counts.top_timezones.map(({ timezone, count }) => ({
              key: timezone,
              label: readable(timezone),
              note: <ClockText timezone={timezone} />,
              count,
            }))}
          />
          <h3 className="mt-6 font-semibold">{texts.everyone.byClock}</h3>
          <p className="mb-2 text-muted text-sm">{texts.everyone.byClockHint}</p>
          <ByClock distribution={counts.timezone_distribution} />
        </>
      )}
    </section>
  )
}

function Total({ label, value }: { label: string; value: number }) {
  const locale = useLocale()
  return (
    <div className="flex flex-col-reverse rounded-xl bg-slate-100 p-3 dark:bg-slate-800">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-bold text-2xl tabular-nums">{value.toLocaleString(locale)}</dd>
    </div>
  )
}

/** Zones whose clocks show the same now are one bar, west to east. */
function ByClock({ distribution }: { distribution: Record<string, number> }) {
  const locale = useLocale()
  const now = useMinute()
  const format = createTimeFormatter(locale)
  const byOffset = new Map<number, number>()
  for (const [timezone, count] of Object.entries(distribution)) {
    const offset = offsetMinutes(timezone, now)
    if (offset !== undefined) byOffset.set(offset, (byOffset.get(offset) ?? 0) + count)
  }
  const rows = [...byOffset]
    .toSorted(([a], [b]) => a - b)
    .map(([offset, count]) => ({
      key: String(offset),
      label: formatOffset(offset),
      note: format(now, offset),
      count,
    }))
  return <Bars rows={rows} />
}

type BarsProps = { rows: { key: string; label: string; note: React.ReactNode; count: number }[] }

function Bars({ rows }: BarsProps) {
  const locale = useLocale()
  const texts = useTexts()
  const most = Math.max(...rows.map(({ count }) => count))
  return (
    <ul className="space-y-2">
      {rows.map(({ key, label, note, count }) => (
        <li key={key}>
          <div className="flex justify-between gap-3 text-sm">
            <span className="truncate">
              {label} <span className="text-muted tabular-nums">{note}</span>
            </span>
            <span className="tabular-nums">
              <span aria-hidden="true">{count.toLocaleString(locale)}</span>
              <span className="sr-only">{texts.everyone.count(count)}</span>
            </span>
          </div>
          <div className="mt-1 h-2 rounded bg-slate-200 dark:bg-slate-800">
            <div
              className="h-2 rounded bg-indigo-600 dark:bg-indigo-400"
              style={{ width: `${(count / most) * 100}%` }}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}
