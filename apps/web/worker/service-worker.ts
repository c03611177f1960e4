import { isPagePath } from '@timezone-registry/contract/page-paths'
import { createAnswers } from './answers.ts'
import { createShell, type ShellFiles } from './shell.ts'

declare const self: ServiceWorkerGlobalScope
/** Written by `build/service-worker-plugin.ts`. */
declare const SHELL_FILES: ShellFiles

const LOGIN = /^(?:\/v1)?\/auth\/./
const OWN_DATA = /^\/v1\/(?:logout$|me(?:\/|$))/

const shell = createShell(SHELL_FILES)
const answers = createAnswers()

self.addEventListener('install', (event) => {
  event.waitUntil(shell.fill())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(shell.removeOlder().then(() => self.clients.claim()))
})

self.addEventListener('message', (event) => {
  const { data, source } = event
  // After a forced reload, a browser leaves the page without its worker.
  if (data === 'claim') void self.clients.claim()
  const { entry, forget } = (data ?? {}) as { entry?: string; forget?: string[] }
  if (forget !== undefined) event.waitUntil(answers.forget(forget))
  if (entry === undefined) return
  // A page of this build no longer needs the worker of an older one.
  if (shell.has(entry)) void self.skipWaiting()
  else source?.postMessage('new-version')
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (LOGIN.test(pathname)) event.waitUntil(answers.clear())
    if (request.method === 'GET' && isPagePath(pathname)) event.respondWith(shell.navigate(request))
  } else if (request.method === 'GET' && shell.has(pathname)) event.respondWith(shell.find(request))
  else if (answers.covers(request)) event.respondWith(answers.answer(event))
  else if (OWN_DATA.test(pathname)) event.respondWith(sendOwn(request))
})

/**
 * Sends a request about the caller. Its answer is never stored. If it shows that the session has ended, all stored
 * answers are removed.
 */
async function sendOwn(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const endsSession = request.method === 'POST' && pathname !== '/v1/me'
  try {
    const response = await fetch(request)
    if (pathname === '/v1/me' && request.method === 'GET') await answers.followSession(response.status)
    return response
  } finally {
    if (endsSession) await answers.clear()
  }
}
