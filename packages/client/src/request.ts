import { readLimitReset } from './backoff.ts'
import type { ClientOptions } from './options.ts'
import { orInvalidRequest, RegistryError } from './registry-error.ts'

// By then, every instance shows what was written. A page of another origin needs a preflight for each address while the
// header is sent.
const FRESH_MILLISECONDS = 2000
// The routes that `Cache-Control: max-age=0` lets read the database.
const FRESH_PATHS = ['/get', '/lookup', '/time', '/me']
// Beyond it, reads of all users count as announced.
const MAX_ANNOUNCED = 1000

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
  fetch(request: RegistryRequest, signal: AbortSignal): Promise<Response>
  /** How long the rate limit will refuse such a request; not above 0 if it will not. */
  blockedMs(request: RegistryRequest): number
  /** An event has announced a change of this user. */
  announce(userId: string): void
}

export function createRequestSender(options: ClientOptions): RequestSender {
  const fetch = options.fetch ?? globalThis.fetch
  const base = baseOf(options.baseUrl)
  const blockedUntil = { reads: 0, writes: 0 }
  const fresh = createFreshReads()

  return {
    fetch: async (request, signal) => {
      const init = { ...initOf(request, options, fresh.includes(request)), signal }
      const onEnd = () => void (kindOf(request) === 'writes' && fresh.noteWrite())
      // Called as a plain function: some platforms refuse another `this`.
      const response = await fetch(urlOf(base, request), init)
        .finally(onEnd)
        .catch((cause: unknown) => {
          if (signal.aborted) throw signal.reason
          throw new RegistryError('unreachable', `The registry cannot be reached: ${reasonOf(cause)}`, {
            cause,
          })
        })
      const resetMs = readLimitReset(response.headers)
      if (resetMs !== undefined) blockedUntil[kindOf(request)] = Date.now() + resetMs
      return response
    },
    blockedMs: (request) => blockedUntil[kindOf(request)] - Date.now(),
    announce: fresh.noteChange,
  }
}

function kindOf({ method = 'GET' }: RegistryRequest): 'reads' | 'writes' {
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
  isFresh: boolean,
): RequestInit {
  return orInvalidRequest(() => {
    const headers = {
      accept: 'application/json',
      ...common,
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(isFresh && { 'cache-control': 'max-age=0' }),
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

/** The reads that must show what this client knows of: for two seconds, all after a write, and those of announced users. */
function createFreshReads() {
  let allUntil = 0
  // In the order in which they end.
  const announced = new Map<string, number>()
  const noteWrite = () => {
    allUntil = Date.now() + FRESH_MILLISECONDS
  }
  return {
    noteWrite,
    noteChange: (userId: string): void => {
      const now = Date.now()
      announced.delete(userId)
      announced.set(userId, now + FRESH_MILLISECONDS)
      for (const [id, until] of announced) {
        if (until > now) break
        announced.delete(id)
      }
      if (announced.size <= MAX_ANNOUNCED) return
      announced.clear()
      noteWrite()
    },
    includes: ({ path, query = {} }: RegistryRequest): boolean => {
      if (!FRESH_PATHS.includes(path)) return false
      const now = Date.now()
      const ids = [query.id, query.of, ...String(query.ids ?? '').split(',')]
      return now < allUntil || ids.some((id) => now < (announced.get(String(id)) ?? 0))
    },
  }
}
