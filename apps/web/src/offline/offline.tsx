import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { TimeFormat } from '@timezone-registry/zones/time-format'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useDebounced } from '../clock/use-now.ts'
import { isShown } from '../query-keys.ts'
import { useText, useTimes } from '../texts/use-text.tsx'
import { isAnswered } from '../ui/failure.tsx'
import { LATE_ANSWER, type LateAnswer } from './kept-answers.ts'

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

const WORKER = '/sw.js'
const UPDATE_EVERY_MS = 60 * 60 * 1000

/** Starts the service worker, which keeps the page usable offline. True once a newer build than this page's is ready. */
function useNewVersion(): boolean {
  const [isNew, setIsNew] = useState(false)
  useEffect(() => {
    if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
    const ended = new AbortController()
    whenLoaded(ended.signal)
      .then(() => startWorker({ onNewVersion: () => setIsNew(true), signal: ended.signal }))
      // A browser may refuse, as in some private windows. The page then needs the network.
      .catch(() => {})
    return () => ended.abort()
  }, [])
  return isNew
}

type WorkerEvents = { onNewVersion: () => void; signal: AbortSignal }

async function startWorker({ onNewVersion, signal }: WorkerEvents): Promise<void> {
  const workers = navigator.serviceWorker
  const onMessage = ({ data }: MessageEvent<unknown>) => data === 'new-version' && onNewVersion()
  workers.addEventListener('message', onMessage, { signal })
  workers.startMessages()
  // Another tab may have replaced the worker with a newer one.
  workers.addEventListener('controllerchange', () => announceBuild(workers.controller), { signal })

  const registration = await workers.register(WORKER, { updateViaCache: 'none' })
  if (workers.controller === null) registration.active?.postMessage('claim')
  announceBuild(registration.waiting)
  registration.addEventListener('updatefound', () => announceOnceInstalled(registration), { signal })
  checkRegularly(registration, signal)
}

/** Resolves once the page has loaded: the worker's own downloads would slow that down. */
function whenLoaded(signal: AbortSignal): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve()
  return new Promise((resolve) => addEventListener('load', () => resolve(), { once: true, signal }))
}

/** Tells a worker which build this page is: it takes over if that is its own, and otherwise answers `new-version`. */
function announceBuild(worker: ServiceWorker | null): void {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  if (script !== null) worker?.postMessage({ entry: new URL(script.src).pathname })
}

function announceOnceInstalled({ installing }: ServiceWorkerRegistration): void {
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'installed') announceBuild(installing)
  })
}

/** A tab can stay open for weeks: looks for a new build whenever it is shown again, at most once an hour. */
function checkRegularly(registration: ServiceWorkerRegistration, signal: AbortSignal): void {
  let checkedAt = Date.now()
  const check = () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < UPDATE_EVERY_MS) return
    checkedAt = Date.now()
    registration.update().catch(() => {})
  }
  document.addEventListener('visibilitychange', check, { signal })
}

const RETRY_EVERY_MS = 15_000

/**
 * When the service last answered for what is shown, in milliseconds since 1970; undefined while it can be reached.
 * Asks again every 15 s, and at once when the network is back.
 */
function useOfflineSince(): number | undefined {
  const client = useQueryClient()
  const since = useSyncExternalStore(
    (onChange) => subscribe(client, onChange),
    () => findSince(client),
  )
  useEffect(() => {
    const take = (event: Event) => takeLate(client, (event as CustomEvent<LateAnswer>).detail)
    addEventListener(LATE_ANSWER, take)
    return () => removeEventListener(LATE_ANSWER, take)
  }, [client])
  const isOffline = since !== undefined
  useEffect(() => {
    if (!isOffline) return
    const retry = () => void client.refetchQueries({ type: 'active', predicate: isUnanswered })
    const timer = setInterval(retry, RETRY_EVERY_MS)
    addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retry)
    }
  }, [isOffline, client])
  return since
}

function subscribe(client: QueryClient, onChange: () => void): () => void {
  const unsubscribe = client.getQueryCache().subscribe(onChange)
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    unsubscribe()
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

function findSince(client: QueryClient): number | undefined {
  const active = client.getQueryCache().findAll({ type: 'active' })
  if (navigator.onLine && !active.some(isUnanswered)) return undefined
  const shown = active.filter(isShown)
  const stored = shown.filter(isStored).map(storedAtOf)
  if (stored.length > 0) return Math.min(...stored)
  const latest = Math.max(0, ...shown.map(({ state }) => state.dataUpdatedAt))
  // With nothing to show, the view itself says that there was no answer.
  return navigator.onLine && latest === 0 ? undefined : latest
}

/** True if the service has not answered the last request. */
function isUnanswered(query: Query): boolean {
  return isStored(query) || (query.state.error !== null && !isAnswered(query.state.error))
}

function takeLate(client: QueryClient, { given, late }: LateAnswer): void {
  const query = client
    .getQueryCache()
    .getAll()
    .find(({ state }) => headersOf(state.data) === given)
  if (query !== undefined) client.setQueryData(query.queryKey, late)
}

/** True for an answer that this browser had stored. */
function isStored(query: Query): boolean {
  return storedAtOf(query) > 0
}

function storedAtOf({ state }: Query): number {
  return Date.parse(headersOf(state.data)?.get('x-stored-at') ?? '') || 0
}

function headersOf(data: unknown): Headers | undefined {
  const { headers } = (data ?? {}) as { headers?: unknown }
  return headers instanceof Headers ? headers : undefined
}
