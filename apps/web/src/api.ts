import { contract } from '@timezone-registry/contract'
import { type ApiFetcherArgs, tsRestFetchApi } from '@ts-rest/core'
import { initTsrReactQuery } from '@ts-rest/react-query/v5'
import { createOwnPositions } from './own-positions.ts'

const POSITION = 'registry-position'
const positions = createOwnPositions(() => sessionStorage)

// Longer than the service's own timeouts, so it cuts off only a network that has gone silent.
const TIMEOUT_MS = 30_000

/** Sends the position of this tab's latest write with each read, so that the read sees it whichever replica answers. */
async function fetchApi(request: ApiFetcherArgs) {
  const position = positions.latest()
  const headers = position === undefined ? request.headers : { ...request.headers, [POSITION]: position }
  const answer = await withTimeout(request.fetchOptions?.signal, (signal) =>
    tsRestFetchApi({ ...request, headers, fetchOptions: { ...request.fetchOptions, signal } }),
  )
  // Something else answered in place of the service, such as a hotel's sign-in page.
  if (answer.status < 300 && !answer.headers.get('content-type')?.includes('json'))
    throw new TypeError('The response is not JSON')
  const written = answer.headers.get(POSITION)
  if (written !== null) positions.note(written)
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

/** Typed hooks over the contract, for the service that serves the page. */
export const api = initTsrReactQuery(contract, {
  baseUrl: '/v1',
  // `Retry-After` counts from the arrival of the answer.
  api: async (request) => ({ ...(await fetchApi(request)), receivedAt: Date.now() }),
})
