import { contract } from '@timezone-registry/contract'
import { type ApiFetcherArgs, tsRestFetchApi } from '@ts-rest/core'
import { initTsrReactQuery } from '@ts-rest/react-query/v5'

const POSITION = 'registry-position'
// Used if the browser blocks storage.
let lastPosition: string | null = null

/** Sends the place of this tab's last write with each read, which then sees it, whichever replica answers. */
async function fetchApi(request: ApiFetcherArgs) {
  const position = readPosition()
  const headers = position === null ? request.headers : { ...request.headers, [POSITION]: position }
  const answer = await tsRestFetchApi({ ...request, headers })
  const written = answer.headers.get(POSITION)
  if (written !== null) keepPosition(written)
  return answer
}

function readPosition(): string | null {
  try {
    return sessionStorage.getItem(POSITION)
  } catch {
    return lastPosition
  }
}

function keepPosition(position: string): void {
  lastPosition = position
  try {
    sessionStorage.setItem(POSITION, position)
  } catch {}
}

/** Typed hooks over the contract, for the service that serves the page. */
export const api = initTsrReactQuery(contract, {
  baseUrl: '/v1',
  // `Retry-After` counts from the arrival of the answer.
  api: async (request) => ({ ...(await fetchApi(request)), receivedAt: Date.now() }),
})
