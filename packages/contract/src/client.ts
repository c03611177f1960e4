import { type ApiFetcherArgs, type InitClientReturn, initClient } from '@ts-rest/core'
import { contract } from './contract.ts'

// A stream of events has no end to wait for: that is for the platform's own EventSource.
const { followChanges: _stream, ...requests } = contract

/** One function for each route but `/events`; an answer is a union told apart by its `status`. */
export type RegistryClient = InitClientReturn<
  typeof requests,
  { baseUrl: string; throwOnUnknownStatus: true }
>

export type RegistryClientOptions = {
  /** Where the service is, without `/v1`: `https://timezones.example`. */
  baseUrl: string
  /** A key that begins with `tzr_`; without one, requests are anonymous. */
  apiKey?: string
  /** Replaces the platform's own `fetch`, for a proxy, a retry or a test. */
  fetch?: typeof globalThis.fetch
}

/**
 * A typed client of the registry.
 * Rejects when there is no answer (`TypeError`) or one whose status the contract does not know (`UnknownStatusError`).
 */
export function createRegistryClient({
  baseUrl,
  apiKey,
  fetch = globalThis.fetch,
}: RegistryClientOptions): RegistryClient {
  return initClient(requests, {
    baseUrl: `${baseUrl.replace(/\/+$/, '')}/v1`,
    baseHeaders: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    throwOnUnknownStatus: true,
    api: async ({ path, method, headers, body, fetchOptions }: ApiFetcherArgs) => {
      const response = await fetch(path, {
        // By default, Node's fetch adds `Cache-Control: no-cache` to a conditional request, and is never answered 304.
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
