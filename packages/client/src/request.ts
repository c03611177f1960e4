import { readLimitReset } from './backoff.ts'
import type { ClientOptions } from './options.ts'
import { orInvalidRequest, RegistryError } from './registry-error.ts'

// By then, every replica that is read has the write. A page of another origin needs a preflight for each address while
// the header is sent.
const KEPT_MILLISECONDS = 60_000

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

/** Where the routes are. Throws `TypeError` for anything but the HTTP address of a service. */
function baseOf(baseUrl: string): string {
  const url = parseAddress(baseUrl)
  if (!url || !/^https?:$/.test(url.protocol) || url.search + url.hash + url.username + url.password !== '')
    throw new TypeError(
      'baseUrl must be like https://timezones.example, without a query, fragment or password (see apiKey and headers)',
    )
  return `${url.origin}${url.pathname.replace(/\/+(v1\/*)?$/, '')}/v1`
}

function parseAddress(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** The address of a request. Throws `invalid_request`. */
function urlOf(base: string, { path, query = {} }: RegistryRequest): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${orInvalidRequest(() => encodeURIComponent(value))}`],
  )
  return `${base}${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}

/** What `fetch` gets besides the address and the signal. Throws `invalid_request`. */
function initOf(
  { method = 'GET', body, headers: own }: RegistryRequest,
  { apiKey, credentials, headers: common }: ClientOptions,
  { etag, position }: { etag: string | undefined; position: string | undefined },
): RequestInit {
  return orInvalidRequest(() => {
    const headers = {
      accept: 'application/json',
      ...common,
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(etag !== undefined && { 'if-none-match': etag }),
      // A read sees this client's writes, whichever replica serves it.
      ...(position !== undefined && { 'registry-position': position }),
      ...own,
    }
    // Throws if `fetch` would refuse a header, which would look like a lost connection.
    new Headers(headers)
    return {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(credentials !== undefined && { credentials }),
    }
  })
}

/**
 * The positions of this client's writes, which its reads send back to see them, whichever instance serves the read.
 * Concurrent writes may be answered out of order, so the last position received may not be the latest.
 */
function createOwnPositions() {
  // From the latest position, which expires first, to the one received last.
  let kept: { text: string; until: number }[] = []
  return {
    note: (text: string): void => {
      const now = Date.now()
      kept = kept.filter((one) => now < one.until && isLater(one.text, text))
      kept.push({ text, until: now + KEPT_MILLISECONDS })
    },
    /** The latest of the last minute; undefined if there is none. */
    latest: () => kept.find(({ until }) => Date.now() < until)?.text,
  }
}

/** By the order that the API promises; see "Reading your own writes" in `docs/api.md`. */
function isLater(one: string, other: string): boolean {
  return one.length === other.length ? one > other : one.length > other.length
}
