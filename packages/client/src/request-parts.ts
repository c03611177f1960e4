import type { ClientOptions } from './options.ts'
import { orInvalidRequest } from './registry-error.ts'

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

/** Where the routes are. Throws `TypeError` for anything but the HTTP address of a service. */
export function baseOf(baseUrl: string): string {
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
export function urlOf(base: string, { path, query = {} }: RegistryRequest): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${orInvalidRequest(() => encodeURIComponent(value))}`],
  )
  return `${base}${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}

/** What `fetch` gets besides the address and the signal. Throws `invalid_request`. */
export function initOf(
  request: RegistryRequest,
  options: ClientOptions,
  state: { etag: string | undefined; position: string | undefined },
): RequestInit {
  const { method = 'GET', body } = request
  return orInvalidRequest(() => {
    const headers = headersOf(request, options, state)
    // Throws if `fetch` would refuse a header, which would look like a lost connection.
    new Headers(headers)
    return {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(options.credentials !== undefined && { credentials: options.credentials }),
    }
  })
}

function headersOf(
  { body, headers }: RegistryRequest,
  options: ClientOptions,
  { etag, position }: { etag: string | undefined; position: string | undefined },
): Record<string, string> {
  return {
    accept: 'application/json',
    ...options.headers,
    ...(options.apiKey !== undefined && { authorization: `Bearer ${options.apiKey}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(etag !== undefined && { 'if-none-match': etag }),
    // A read sees this client's writes, whichever replica serves it.
    ...(position !== undefined && { 'registry-position': position }),
    ...headers,
  }
}
