import { isTagged, type RouteMetadata } from '@timezone-registry/contract'
import type { AppRoute } from '@ts-rest/core'
import * as z from 'zod'

export type Json = Record<string, unknown>

const SCHEMAS = '#/components/schemas/'
const OPTIONS = {
  // The form on the wire: closed for a `strictObject`, open for an `object`, and before any transform.
  io: 'input',
  unrepresentable: 'any',
  override: ({ jsonSchema }: { jsonSchema: object }) => tidy(jsonSchema as Json),
} as const

/**
 * Every named schema of the contract as JSON Schema; nested ones by reference. Requests are closed, because the service
 * refuses unknown fields; responses are open, because a later version may add fields.
 */
export function createSchemaComponents(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { ...OPTIONS, uri: (id) => `${SCHEMAS}${id}` })
  return Object.fromEntries(
    Object.entries(schemas)
      .toSorted(([name], [next]) => name.localeCompare(next, 'en'))
      .map(([name, { $schema, $id, ...schema }]) => [name, schema]),
  )
}

/**
 * A reference to a named schema. Throws for a schema without a name, because generated code would have to invent one;
 * the message begins with `user`, what the schema is for.
 */
export function referTo(schema: z.ZodType, user: string): Json {
  const { id } = z.globalRegistry.get(schema) ?? {}
  if (id === undefined) throw new Error(`${user} has no name: add one to its schema, with .meta({ id })`)
  return { $ref: `${SCHEMAS}${id}` }
}

/** A schema that is used only once, such as a parameter's. */
export function toInlineSchema(schema: z.ZodType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, OPTIONS) as Json
  return rest
}

function tidy(schema: Json): void {
  // `format` already states it; the pattern fills half a page, and some generators cannot compile it.
  if (schema.format === 'date-time') delete schema.pattern
  // The pattern applies to the text in the URL.
  if (schema.type === 'integer') delete schema.pattern
  // The range of a double is not a rule of the service.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if ('example' in schema) {
    schema.examples = [schema.example]
    delete schema.example
  }
}

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
export function headersOf({ path, responses, metadata: policy }: AppRoute, status: string): Json {
  const metadata = policy as RouteMetadata
  const isOk = status === '200' || status === '304'
  const isShared = metadata.cacheControl.startsWith('public')
  const headers: HeaderName[] = isShared ? [] : ['X-Request-Id']
  if (!isShared && metadata.limit !== 'none' && Number(status) < 400) headers.push(...LIMITS)
  if (isOk && isTagged({ responses, metadata })) headers.push('ETag')
  if (path === '/list' && isOk) headers.push('Changes-Cursor')
  if (status === '302') headers.push('Location')
  const setsCookie = status === '302' ? path.startsWith('/auth/') : path.endsWith('/callback')
  if (setsCookie || (CLEARS_COOKIE.has(path) && status === '200')) headers.push('Set-Cookie')
  if (path === '/me/export' && status === '200') headers.push('Content-Disposition')
  return refer(headers)
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

function refer(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
