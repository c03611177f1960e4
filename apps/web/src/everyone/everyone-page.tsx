import type { contract } from '@timezone-registry/contract'
import { skyAt } from '@timezone-registry/zones/sky'
import type { ClientInferResponseBody } from '@ts-rest/core'
import { Suspense } from 'react'
import { SignInToRead } from '../account/sign-in-buttons.tsx'
import type { Account } from '../account/use-account.ts'
import { api } from '../api.ts'
import { ClockText } from '../clock/clock-text.tsx'
import { toCss } from '../clock/sky.ts'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { hourIn } from '../clock/zone-time.ts'
import { queryKeys } from '../query-keys.ts'
import { useCityOf, useLocale, useText, useViewText } from '../texts/use-text.tsx'
import { FailureNote } from '../ui/failure.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { awakeShare, popularZones } from './crowd.ts'
import './world-map.css'

// Larger than the rest of the view.
const CrowdMap = lazyPart(async () => (await import('./crowd-map.tsx')).CrowdMap)

// The service may reuse a count for a minute, so what is asked for after a change may not include it.
const LONGEST_REUSE_MS = 60_000

/** Counts over the whole registry. */
type Stats = ClientInferResponseBody<typeof contract.getStats, 200>

/** Where people are and how many of them are awake; only totals of those who would stand out. */
export function EveryonePage({ account }: { account: Account }) {
  const t = useViewText()
  return (
    <section className="section" aria-labelledby="everyone-heading">
      <PageTitle title={t('pages.everyone')} />
      <h2 id="everyone-heading" className="heading">
        {t('everyone.heading')}
      </h2>
      <Content account={account} />
    </section>
  )
}

function Content({ account }: { account: Account }) {
  const stats = api.getStats.useQuery({
    queryKey: queryKeys.stats,
    enabled: !account.needsLoginToRead,
    refetchInterval: LONGEST_REUSE_MS,
  })
  if (account.needsLoginToRead && !account.isLoading) return <SignInToRead account={account} />
  if (stats.data !== undefined) return <Crowd stats={stats.data.body} />
  if (stats.error) return <FailureNote error={stats.error} className="mt-4" onRetry={() => stats.refetch()} />
  return <Loading />
}

/** As high as what it stands for. */
function Loading() {
  const t = useText()
  return (
    <>
      <p className="sr-only">{t('record.loading')}</p>
      <p className="skeleton mt-1 h-9 max-w-xl" />
      <div className="map-frame skeleton" data-loading />
    </>
  )
}

function Crowd({ stats: { timezone_distribution, ...totals } }: { stats: Stats }) {
  const t = useViewText()
  const locale = useLocale()
  const share = awakeShare(timezone_distribution, useMinute(), useServiceClocks())
  const crowds = popularZones(timezone_distribution)
  if (totals.total_users === 0) return <p className="mt-1 text-muted">{t('everyone.empty')}</p>
  return (
    <>
      {share !== undefined && (
        <>
          <p className="mt-1 font-semibold text-xl tracking-tight">
            {t('everyone.awake', { share: share.toLocaleString(locale, { style: 'percent' }) })}
          </p>
          <Suspense fallback={<div className="map-frame skeleton" />}>
            <CrowdMap crowds={crowds} />
          </Suspense>
        </>
      )}
      <dl className="mt-6 flex flex-wrap gap-x-12 gap-y-4">
        <Total label={t('everyone.people', { count: totals.total_users })} value={totals.total_users} />
        <Total
          label={t('everyone.zones', { count: totals.unique_timezones })}
          value={totals.unique_timezones}
        />
        {totals.recent_registrations < totals.total_users && (
          <Total
            label={t('everyone.thisWeek', { count: totals.recent_registrations })}
            value={totals.recent_registrations}
          />
        )}
      </dl>
      {crowds.length > 0 && <CrowdList crowds={crowds} />}
    </>
  )
}

function Total({ label, value }: { label: string; value: number }) {
  const locale = useLocale()
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-medium text-xl tabular-nums tracking-tight">{value.toLocaleString(locale)}</dd>
    </div>
  )
}

function CrowdList({ crowds }: { crowds: ReturnType<typeof popularZones> }) {
  const t = useViewText()
  const now = useMinute()
  const cityOf = useCityOf()
  const clocks = useServiceClocks()
  return (
    <section aria-labelledby="by-zone" className="mt-8">
      <h3 id="by-zone" className="mb-3 font-semibold">
        {t('everyone.byZone')}
      </h3>
      <ol className="grid grid-cols-1 gap-x-12 md:grid-cols-2 xl:grid-cols-3">
        {crowds.map(({ zone, count }) => {
          const hour = hourIn(zone, now, clocks)
          const sky = hour === undefined ? undefined : toCss(skyAt(hour))
          return (
            <li key={zone} className="row flex-wrap border-line border-b" title={zone}>
              <span className="sky-dot" style={{ '--sky': sky }} />
              <span className="min-w-0 flex-1 truncate font-medium">{cityOf(zone)}</span>
              <ClockText timezone={zone} className="text-muted" />
              <span className="min-w-20 text-end tabular-nums">{t('list.count', { count })}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
