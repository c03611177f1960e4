import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

const WORKER = '/sw.js'
const UPDATE_EVERY_MS = 60 * 60 * 1000

/** Starts the service worker, which keeps the page usable offline. True once a newer build than this page's is ready. */
export function useNewVersion(): boolean {
  const [isNew, setIsNew] = useState(false)
  const client = useQueryClient()
  useEffect(() => {
    if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
    const ended = new AbortController()
    // Answers from before the first worker took control are not stored yet.
    const onControlled = () => void client.refetchQueries({ type: 'active' })
    whenLoaded(ended.signal)
      .then(() => startWorker({ onControlled, onNewVersion: () => setIsNew(true), signal: ended.signal }))
      // A browser may refuse, as in some private windows. The page then needs the network.
      .catch(() => {})
    return () => ended.abort()
  }, [client])
  return isNew
}

type WorkerEvents = { onControlled: () => void; onNewVersion: () => void; signal: AbortSignal }

async function startWorker({ onControlled, onNewVersion, signal }: WorkerEvents): Promise<void> {
  const workers = navigator.serviceWorker
  const onMessage = ({ data }: MessageEvent<unknown>) => data === 'new-version' && onNewVersion()
  workers.addEventListener('message', onMessage, { signal })
  workers.startMessages()
  let isControlled = workers.controller !== null
  const onController = () => {
    if (!isControlled) onControlled()
    isControlled = true
    // Another tab may have replaced the worker with a newer one.
    announceBuild(workers.controller)
  }
  workers.addEventListener('controllerchange', onController, { signal })

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
