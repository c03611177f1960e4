// Before any schema is built, in whichever chunk that is.
import './zod-without-eval.ts'

import { contract } from '@timezone-registry/contract'
import { initTsrReactQuery } from '@ts-rest/react-query/v5'

/** Typed hooks over the contract; the page is served by the service itself. */
export const api = initTsrReactQuery(contract, { baseUrl: '/v1' })
