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

/** The contract's named schemas. Requests are closed, as the service is; responses are open: a later version may add fields. */
export function createSchemaComponents(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { ...OPTIONS, uri: (id) => `${SCHEMAS}${id}` })
  return Object.fromEntries(
    Object.entries(schemas)
      .toSorted(([name], [next]) => name.localeCompare(next, 'en'))
      .map(([name, { $schema, $id, ...schema }]) => [name, schema]),
  )
}

/** Throws for a schema without a name, which generated code would have to invent; `user` is what it is for. */
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

/** The response headers that programs use. */
export const headerComponents = {
  'Changes-Cursor': { description: 'Pass it to `/changes` or `/events` as `since`.', schema: text },
  ETag: { description: 'Send it back in `If-None-Match`, or in `If-Match` of a write.', schema: text },
  'RateLimit-Limit': { description: 'Requests allowed per minute.', schema: whole },
  'RateLimit-Remaining': { description: 'Requests left in this minute.', schema: whole },
  'RateLimit-Reset': { description: 'Seconds until the minute ends.', schema: whole },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', required: true, schema: whole },
} satisfies Record<string, Json>

type HeaderName = keyof typeof headerComponents

const LIMITS: HeaderName[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/** The headers of a route's response with this status, by reference. */
export function headersOf({ path, responses, metadata: policy }: AppRoute, status: string): Json {
  const metadata = policy as RouteMetadata
  if (status !== '200' && status !== '304') return {}
  const isCounted = metadata.limit !== 'none' && !metadata.cacheControl.startsWith('public')
  return refer([
    ...(isCounted ? LIMITS : []),
    ...(isTagged({ responses, metadata }) ? (['ETag'] as const) : []),
    ...(path === '/list' ? (['Changes-Cursor'] as const) : []),
  ])
}

/** The headers of an error that any route may return. */
export function problemHeaders(status: string): Json {
  return refer(status === '429' || status === '503' ? ['Retry-After'] : [])
}

function refer(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
