import type { contract } from '@timezone-registry/contract'
import type { ClientInferResponseBody } from '@ts-rest/core'

/** Counts over the whole registry. */
export type Stats = ClientInferResponseBody<typeof contract.getStats, 200>
