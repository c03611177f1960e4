import { readLimitReset } from './backoff.ts'
import type { ClientOptions } from './options.ts'
import { RegistryError } from './registry-error.ts'

/** One request, without what all requests share. */
export type RegistryRequest = {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Record<string, string | number | undefined>
  body?: unknown
  headers?: Record<string, string>
  /** Error statuses that count as a result. */
  accepts?: number[]
  /** One attempt may take all of `timeoutMs`. */
  isLong?: boolean
}

/** Sends requests, and remembers what responses say about the next ones. */
export type RequestSender = {
  /** Rejects with `unreachable`, or with the reason of the aborted signal. */
  fetch(request: RegistryRequest, signal: AbortSignal, etag?: string): Promise<Response>
  urlOf(request: RegistryRequest): string
  /** How long the rate limit will refuse such a request; not above 0 if it will not. */
  blockedMs(request: RegistryRequest): number
}

// By then, every replica that is read has the write. A page of another origin needs a preflight for each address while
// the header is sent.
const POSITION_MILLISECONDS = 60_000

export function createRequestSender(options: ClientOptions): RequestSender {
  const fetch = options.fetch ?? globalThis.fetch
  const base = baseOf(options.baseUrl)
  const blockedUntil = { reads: 0, writes: 0 }
  let position: { text: string; until: number } | undefined

  function headersOf({ body, headers }: RegistryRequest, etag?: string): Record<string, string> {
    return {
      accept: 'application/json',
      ...options.headers,
      ...(options.apiKey !== undefined && { authorization: `Bearer ${options.apiKey}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(etag !== undefined && { 'if-none-match': etag }),
      // A read sees this client's writes, whichever replica serves it.
      ...(position !== undefined && Date.now() < position.until && { 'registry-position': position.text }),
      ...headers,
    }
  }

  return {
    fetch: async (request, signal, etag) => {
      const { method = 'GET', body } = request
      const init: RequestInit = { method, signal, headers: headersOf(request, etag) }
      if (body !== undefined) init.body = JSON.stringify(body)
      if (options.credentials !== undefined) init.credentials = options.credentials
      // Called as a plain function: some platforms refuse another `this`.
      const response = await fetch(urlOf(base, request), init).catch((cause: unknown) => {
        if (signal.aborted) throw signal.reason
        throw new RegistryError('unreachable', 'The registry cannot be reached', { cause })
      })
      const text = response.headers.get('registry-position')
      if (text !== null) position = { text, until: Date.now() + POSITION_MILLISECONDS }
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

function baseOf(baseUrl: string): string {
  if (!/^https?:\/\//.test(baseUrl)) throw new TypeError('baseUrl must begin with http:// or https://')
  return `${baseUrl.replace(/\/+$/, '')}/v1`
}

function urlOf(base: string, { path, query = {} }: RegistryRequest): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return `${base}${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}
