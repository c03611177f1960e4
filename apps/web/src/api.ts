import { contract } from '@timezone-registry/contract'
import { type ApiFetcherArgs, initClient, tsRestFetchApi } from '@ts-rest/core'
import { initTsrReactQuery } from '@ts-rest/react-query/v5'
import { orKept } from './offline/kept-answers.ts'

const STORAGE_KEY = 'timezone-registry:changed'
const FRESH_MS = 2000

export const freshReads = createFreshReads(() => sessionStorage)

// Longer than the service's own timeouts, so it cuts off only a network that has gone silent.
const TIMEOUT_MS = 30_000

/** Sends a request. What this page knows to have changed is read from the database, whichever instance answers. */
async function fetchApi(request: ApiFetcherArgs) {
  const isRead = request.method === 'GET'
  const fresh = isRead && freshReads.areOn() && { cache: 'no-cache' as const }
  const answer = await withTimeout(request.fetchOptions?.signal, (signal) =>
    tsRestFetchApi({ ...request, fetchOptions: { ...request.fetchOptions, ...fresh, signal } }),
  ).finally(() => isRead || freshReads.begin())
  // Something else answered in place of the service, such as a hotel's sign-in page.
  if (answer.status < 300 && !answer.headers.get('content-type')?.includes('json'))
    throw new TypeError('The response is not JSON')
  return answer
}

/** Rejects after 30 seconds. Otherwise, an unanswered request would show `Saving…` until the browser gives up. */
async function withTimeout<T>(
  cancelled: AbortSignal | null | undefined,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS)
  try {
    return await send(cancelled ? AbortSignal.any([cancelled, controller.signal]) : controller.signal)
  } finally {
    clearTimeout(timer)
  }
}

const OPTIONS = {
  baseUrl: '/v1',
  api: (request: ApiFetcherArgs) =>
    request.method === 'GET' ? orKept(request.path, fetchApi(request)) : fetchApi(request),
}

/** Typed hooks over the contract, for the service that serves the page. */
export const api = initTsrReactQuery(contract, OPTIONS)

/** The same as functions. */
export const client = initClient(contract, OPTIONS)

/**
 * The two seconds in which this tab knows of a change that other instances of the service may not show yet. Meanwhile, its
 * reads ask for what the database has. `openStorage` opens the tab's storage, which keeps the time across a reload; it may
 * throw if the browser blocks it.
 */
export function createFreshReads(openStorage: () => Pick<Storage, 'getItem' | 'setItem'>) {
  let begunAt = 0
  try {
    begunAt = Number(openStorage().getItem(STORAGE_KEY))
  } catch {}
  return {
    /** A write of this tab has ended, or an event has announced a change. */
    begin: () => {
      begunAt = Date.now()
      try {
        openStorage().setItem(STORAGE_KEY, String(begunAt))
      } catch {}
    },
    // The clock may have been set back.
    areOn: () => Math.abs(Date.now() - begunAt) < FRESH_MS,
  }
}
