import type { TimeFormat } from '@timezone-registry/zones/time-format'
import { useText, useTimes } from '../texts/use-text.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { useNewVersion } from './use-new-version.ts'
import { useOfflineSince } from './use-offline-since.ts'

const PATIENCE_MS = 4000

/** Keeps the page usable offline. A bar at the top says when it is offline or when there is a newer build. */
export function Offline() {
  const latest = useOfflineSince()
  const lasting = useDebounced(latest, PATIENCE_MS)
  // A slow answer is none yet, and the bar moves the page.
  const since = navigator.onLine && latest !== undefined ? lasting : latest
  const isNew = useNewVersion()
  return (
    <div role="status" className="sticky top-0 z-30 text-sm">
      {since !== undefined && <OfflineNotice since={since} />}
      {isNew && <NewVersion />}
    </div>
  )
}

const DATE_AND_TIME = { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' } as const
const BAR = 'flex flex-wrap items-center justify-center gap-x-4 gap-y-1 px-4 py-2 text-center'

function OfflineNotice({ since }: { since: number }) {
  const t = useText()
  const times = useTimes()
  return (
    <p className={`${BAR} bg-amber-100 text-amber-950 dark:bg-amber-950 dark:text-amber-100`}>
      {since === 0 ? t('offline.offline') : t('offline.offlineSince', { time: formatSince(since, times) })}
    </p>
  )
}

function NewVersion() {
  const t = useText()
  return (
    <div className={`${BAR} bg-slate-900 text-white dark:bg-slate-100 dark:text-slate-900`}>
      <p>
        {t('failure.newVersion')} {t('failure.newVersionText')}
      </p>
      <button type="button" className="min-h-9 font-semibold underline" onClick={() => location.reload()}>
        {t('failure.reload')}
      </button>
    </div>
  )
}

/** The time of day, with the date unless it is today's. */
function formatSince(since: number, times: TimeFormat): string {
  const date = new Date(since)
  const local = since - date.getTimezoneOffset() * 60_000
  const isToday = date.toDateString() === new Date().toDateString()
  return isToday ? times.time(local) : times.date(local, DATE_AND_TIME)
}
