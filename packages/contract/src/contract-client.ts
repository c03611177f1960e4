import { initClient } from '@ts-rest/core'
import { contract } from './contract.ts'

// An event stream never ends; the platform's EventSource reads it.
const { followChanges: _stream, ...requests } = contract

/** One function for each route except `/events`. A response is a union discriminated by its `status`. */
export type ContractClient = ReturnType<typeof createContractClient>

/** A typed client for tests; programs use `@timezone-registry/client`. Rejects for a status outside the contract. */
export function createContractClient({ baseUrl, apiKey }: { baseUrl: string; apiKey?: string }) {
  return initClient(requests, {
    baseUrl: `${baseUrl}/v1`,
    baseHeaders: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    throwOnUnknownStatus: true,
  })
}
