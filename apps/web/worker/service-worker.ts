import { isPagePath } from '@timezone-registry/contract/page-paths'
import { createShell, type ShellFiles } from './shell.ts'

declare const self: ServiceWorkerGlobalScope
/** Written by `build/service-worker-plugin.ts`. */
declare const SHELL_FILES: ShellFiles

const shell = createShell(SHELL_FILES)

self.addEventListener('install', (event) => {
  event.waitUntil(shell.fill())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(shell.removeOlder().then(() => self.clients.claim()))
})

self.addEventListener('message', ({ data, source }) => {
  // After a forced reload, a browser leaves the page without its worker.
  if (data === 'claim') void self.clients.claim()
  const { entry } = (data ?? {}) as { entry?: string }
  if (entry === undefined) return
  // A page of this build no longer needs the worker of an older one.
  if (shell.has(entry)) void self.skipWaiting()
  else source?.postMessage('new-version')
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin || request.method !== 'GET') return
  if (request.mode === 'navigate') {
    if (isPagePath(pathname)) event.respondWith(shell.navigate(request))
  } else if (shell.has(pathname)) event.respondWith(shell.find(request))
})
