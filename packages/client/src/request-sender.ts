import { readLimitReset } from './backoff.ts'
import type { ClientOptions } from './options.ts'
import { createOwnPositions } from './own-positions.ts'
import { RegistryError } from './registry-error.ts'
import { baseOf, initOf, type RegistryRequest, urlOf } from './request-parts.ts'

/** Sends requests, and remembers what responses say about the next ones. */
export type RequestSender = {
  /** Rejects with `unreachable`, or with the reason of the aborted signal. */
  fetch(request: RegistryRequest, signal: AbortSignal, etag?: string): Promise<Response>
  urlOf(request: RegistryRequest): string
  /** How long the rate limit will refuse such a request; not above 0 if it will not. */
  blockedMs(request: RegistryRequest): number
}

export function createRequestSender(options: ClientOptions): RequestSender {
  const fetch = options.fetch ?? globalThis.fetch
  const base = baseOf(options.baseUrl)
  const blockedUntil = { reads: 0, writes: 0 }
  const positions = createOwnPositions()

  return {
    fetch: async (request, signal, etag) => {
      const init = { ...initOf(request, options, { etag, position: positions.latest() }), signal }
      // Called as a plain function: some platforms refuse another `this`.
      const response = await fetch(urlOf(base, request), init).catch((cause: unknown) => {
        if (signal.aborted) throw signal.reason
        throw new RegistryError('unreachable', `The registry cannot be reached: ${reasonOf(cause)}`, {
          cause,
        })
      })
      const position = response.headers.get('registry-position')
      if (position !== null) positions.note(position)
      const resetMs = readLimitReset(response.headers)
      if (resetMs !== undefined) blockedUntil[kindOf(request)] = Date.now() + resetMs
      return response
    },
    urlOf: (request) => urlOf(base, request),
    blockedMs: (request) => blockedUntil[kindOf(request)] - Date.now(),
  }
}

export function kindOf({ method = 'GET' }: RegistryRequest): 'reads' | 'writes' {
  return method === 'GET' || method === 'HEAD' ? 'reads' : 'writes'
}

/** What `fetch` failed for; Node hides it in the error's own cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = (error ?? {}) as {
    message?: string
    cause?: { message?: string; code?: string }
  }
  return cause?.message || cause?.code || message || String(error)
}
