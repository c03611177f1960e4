import { contract } from '@timezone-registry/contract'
import { type ApiFetcherArgs, tsRestFetchApi } from '@ts-rest/core'
import { initTsrReactQuery } from '@ts-rest/react-query/v5'
import { createOwnPositions } from './own-positions.ts'

const POSITION = 'registry-position'
const positions = createOwnPositions(() => sessionStorage)

/** Sends the position of this tab's latest write with each read, which then sees it, whichever replica answers. */
async function fetchApi(request: ApiFetcherArgs) {
  const position = positions.latest()
  const headers = position === undefined ? request.headers : { ...request.headers, [POSITION]: position }
  const answer = await tsRestFetchApi({ ...request, headers })
  const written = answer.headers.get(POSITION)
  if (written !== null) positions.note(written)
  return answer
}

/** Typed hooks over the contract, for the service that serves the page. */
export const api = initTsrReactQuery(contract, {
  baseUrl: '/v1',
  // `Retry-After` counts from the arrival of the answer.
  api: async (request) => ({ ...(await fetchApi(request)), receivedAt: Date.now() }),
})
