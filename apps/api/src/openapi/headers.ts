import { isTagged, type RouteMetadata } from '@timezone-registry/contract'
import type { AppRoute } from '@ts-rest/core'
import type { Json } from './components.ts'

const whole = { type: 'integer', minimum: 0 }
const text = { type: 'string' }

/** The response headers that programs use. A required header is on every response that declares it. */
export const headerComponents = {
  'Content-Disposition': { description: 'Makes browsers save the response as a file.', schema: text },
  'Changes-Cursor': { description: 'Pass it to `/changes` or `/events` as `since`.', schema: text },
  ETag: { description: 'Send it back in `If-None-Match`, or in `If-Match` of a write.', schema: text },
  Location: { description: 'The address that the browser is redirected to.', required: true, schema: text },
  'RateLimit-Limit': { description: 'Requests allowed per minute.', schema: whole },
  'RateLimit-Remaining': { description: 'Requests left in this minute.', schema: whole },
  'RateLimit-Reset': { description: 'Seconds until the minute ends.', schema: whole },
  'Registry-Position': {
    description:
      'The position of this write. Send it with a read, which then sees the write, whichever instance answers.',
    schema: text,
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', required: true, schema: whole },
  'Set-Cookie': { description: 'The cookie of the session, or of the login in progress.', schema: text },
  'WWW-Authenticate': { description: 'The accepted authentication scheme.', required: true, schema: text },
  'X-Request-Id': {
    description: 'Identifies the request in the server’s log.',
    required: true,
    schema: text,
  },
} satisfies Record<string, Json>

type HeaderName = keyof typeof headerComponents

// Sent before the caller, and so their limit, is known.
const BEFORE_LIMITS = new Set(['401', '408', '413', '415', '431'])
const CLEARS_COOKIE = new Set(['/logout', '/me/erase', '/me/sessions/:id'])
const LIMITS: HeaderName[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/** The headers of a route's response with this status, by reference. */
export function headersOf(route: AppRoute, status: string): Json {
  return refer(['X-Request-Id', ...limitHeaders(route, status), ...ownHeaders(route, status)])
}

/** The headers of an error that any route may return. */
export function problemHeaders(status: string): Json {
  const own: Record<string, HeaderName[]> = {
    '401': ['WWW-Authenticate'],
    '412': ['ETag'],
    '429': ['Retry-After'],
    '503': ['Retry-After'],
  }
  const limits = BEFORE_LIMITS.has(status) ? [] : LIMITS
  return refer(['X-Request-Id', ...(own[status] ?? []), ...limits])
}

function limitHeaders({ metadata }: AppRoute, status: string): HeaderName[] {
  return (metadata as RouteMetadata).limit !== 'none' && Number(status) < 400 ? LIMITS : []
}

function ownHeaders({ path, responses, metadata }: AppRoute, status: string): HeaderName[] {
  const headers: HeaderName[] = []
  const isOk = status === '200' || status === '304'
  if (isOk && isTagged({ responses, metadata: metadata as RouteMetadata })) headers.push('ETag')
  if ((metadata as RouteMetadata).limit === 'writes' && status === '200') headers.push('Registry-Position')
  if (path === '/list' && isOk) headers.push('Changes-Cursor')
  if (status === '302') headers.push('Location')
  if (status === '302' && path.startsWith('/auth/')) headers.push('Set-Cookie')
  if (path.endsWith('/callback') && status === '200') headers.push('Set-Cookie')
  if (CLEARS_COOKIE.has(path) && status === '200') headers.push('Set-Cookie')
  if (path === '/me/export' && status === '200') headers.push('Content-Disposition')
  return headers
}

function refer(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
