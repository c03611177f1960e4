import { type ApiFetcherArgs, type InitClientReturn, initClient } from '@ts-rest/core'
import { contract } from './contract.ts'

// An event stream never ends; the platform's EventSource reads it.
const { followChanges: _stream, ...requests } = contract

/** One function for each route except `/events`. A response is a union discriminated by its `status`. */
export type ContractClient = InitClientReturn<
  typeof requests,
  { baseUrl: string; throwOnUnknownStatus: true }
>

export type ContractClientOptions = {
  /** The service's URL without `/v1`, such as `https://timezones.example`. */
  baseUrl: string
  /** An API key (`tzr_…`). Without one, requests are anonymous. */
  apiKey?: string
  /** Replaces the platform's `fetch`, for a proxy or a test. */
  fetch?: typeof globalThis.fetch
}

/**
 * A typed client made from the contract, for tests. Programs use `@timezone-registry/client`.
 * Rejects with `TypeError` if there is no response, and with `UnknownStatusError` for a status outside the contract.
 */
export function createContractClient({
  baseUrl,
  apiKey,
  fetch = globalThis.fetch,
}: ContractClientOptions): ContractClient {
  return initClient(requests, {
    baseUrl: `${baseUrl.replace(/\/+$/, '')}/v1`,
    baseHeaders: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    throwOnUnknownStatus: true,
    api: async ({ path, method, headers, body, fetchOptions }: ApiFetcherArgs) => {
      const response = await fetch(path, {
        // Otherwise Node's fetch adds `Cache-Control: no-cache` to conditional requests.
        cache: 'no-cache',
        ...fetchOptions,
        method,
        headers,
        body: body ?? null,
      })
      const isJson = response.headers.get('content-type')?.includes('json') ?? false
      return {
        status: response.status,
        headers: response.headers,
        body: isJson ? await response.json() : await response.text(),
      }
    },
  })
}
