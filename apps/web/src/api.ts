import { contract } from '@timezone-registry/contract'
import { tsRestFetchApi } from '@ts-rest/core'
import { initTsrReactQuery } from '@ts-rest/react-query/v5'

/** Typed hooks over the contract, for the service that serves the page. */
export const api = initTsrReactQuery(contract, {
  baseUrl: '/v1',
  // `Retry-After` counts from the arrival of the answer.
  api: async (request) => ({ ...(await tsRestFetchApi(request)), receivedAt: Date.now() }),
})
