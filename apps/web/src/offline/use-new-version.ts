import { useEffect, useState } from 'react'

const WORKER = '/sw.js'
const UPDATE_EVERY_MS = 60 * 60 * 1000

/** Starts the service worker, which keeps the page usable offline. True once a newer build than this page's is ready. */
export function useNewVersion(): boolean {
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
