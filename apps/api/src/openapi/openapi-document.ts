import { STATUS_CODES } from 'node:http'
import { contract, isTagged, problemSchema, type RouteMetadata } from '@timezone-registry/contract'
import { type AppRoute, ContractNoBody } from '@ts-rest/core'
import * as z from 'zod'

type Json = Record<string, unknown>

const DESCRIPTION =
  'One time zone per user, so that chat clients, bots and apps can show anyone’s local time. Every route is also served without the prefix.'

const KEY = { apiKey: [] }
const SESSION = { session: [] }
const NOTHING = {}

/** The tag of the routes that some may call, and how these authenticate; the empty way is an anonymous request. */
const CALLERS: Record<RouteMetadata['auth'], { tag: string; security: Json[] }> = {
  // Anonymous writes work in open mode, anonymous reads unless the operator requires authentication.
  reader: { tag: 'Records', security: [NOTHING, KEY, SESSION] },
  writer: { tag: 'Records', security: [KEY, SESSION, NOTHING] },
  program: { tag: 'Records', security: [KEY, NOTHING] },
  person: { tag: 'Login', security: [SESSION] },
  admin: { tag: 'Keys', security: [SESSION] },
  anyone: { tag: 'Service', security: [NOTHING] },
}

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key: `tzr_…`. The operator creates it.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session',
    description:
      'The cookie that a login sets. Pages of `CORS_ORIGINS` have one named `__Host-session-partitioned`.',
  },
}

/** The OpenAPI 3.1 document of the contract. (`@ts-rest/open-api` writes empty schemas for zod 4.) */
export function createOpenApiDocument({ version }: { version: string }) {
  const routes = Object.entries<AppRoute>(contract)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Timezone Registry',
      version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this service' },
    },
    servers: [{ url: '/v1' }],
    tags: [
      { name: 'Records', description: 'Read, write and mirror time zones.' },
      { name: 'Login', description: 'Sign in and out.' },
      { name: 'Keys', description: 'Manage the API keys of programs, as an admin.' },
      { name: 'Plugins', description: 'The same records in the format of another family of plugins.' },
      { name: 'Service', description: 'Zone names, health and this document.' },
    ],
    paths: createPaths(routes),
    components: {
      schemas: createSchemaComponents(),
      headers: headerComponents,
      responses: createProblemResponses(new Set(routes.flatMap(([, route]) => problemStatuses(route)))),
      securitySchemes,
    },
  }
}

function createPaths(routes: [string, AppRoute][]): Record<string, Json> {
  const paths: Record<string, Json> = {}
  for (const [operationId, route] of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(operationId, route) }
  }
  return paths
}

/** One route as an OpenAPI operation. */
export function toOperation(operationId: string, route: AppRoute): Json {
  const metadata = route.metadata as RouteMetadata
  const parameters = [
    ...toParameters('path', route.pathParams),
    ...toParameters('query', route.query),
    ...toParameters('header', route.headers),
  ]
  return {
    operationId,
    summary: route.summary,
    description: route.description,
    tags: [tagOf(route.path, metadata)],
    security: metadata.usesSession ? [NOTHING, SESSION] : CALLERS[metadata.auth].security,
    ...(parameters.length > 0 && { parameters }),
    ...toRequestBody(route),
    responses: Object.fromEntries(
      Object.entries(route.responses).map(([status, response]) => [
        status,
        toResponse(route, status, response),
      ]),
    ),
  }
}

function tagOf(path: string, { auth }: RouteMetadata): string {
  if (path === '/api' || path.startsWith('/api/')) return 'Plugins'
  return path.startsWith('/auth') || path === '/logout' ? 'Login' : CALLERS[auth].tag
}

function createProblemResponses(statuses: Iterable<string>): Json {
  return Object.fromEntries(
    [...statuses].map((status) => [
      problemName(status),
      {
        description: STATUS_CODES[status] ?? status,
        headers: refer(status === '429' || status === '503' ? ['Retry-After'] : []),
        content: { 'application/problem+json': { schema: referTo(problemSchema, 'The body of an error') } },
      },
    ]),
  )
}

function problemStatuses({ responses }: AppRoute): string[] {
  return Object.keys(responses).filter((status) => responses[Number(status)] === problemSchema)
}

function toResponse(route: AppRoute, status: string, response: unknown): Json {
  if (response === problemSchema) return { $ref: `#/components/responses/${problemName(status)}` }
  const answer = { description: STATUS_CODES[status] ?? status, headers: headersOf(route, status) }
  if (response === ContractNoBody) return answer
  const user = `The response ${status} of ${nameOf(route)}`
  if (response instanceof z.ZodType)
    return { ...answer, content: { 'application/json': { schema: referTo(response, user) } } }
  const { contentType, body } = response as { contentType: string; body: z.ZodType }
  const [mediaType = ''] = contentType.split(';')
  return { ...answer, content: { [mediaType]: { schema: toInlineSchema(body) } } }
}

/** Only JSON: generators handle a second content type badly. An empty body is optional. */
function toRequestBody(route: AppRoute): Json {
  if (!('body' in route) || !(route.body instanceof z.ZodType)) return {}
  const isEmpty = route.body instanceof z.ZodObject && Object.keys(route.body.shape).length === 0
  if (isEmpty) return {}
  const schema = referTo(route.body, `The body of ${nameOf(route)}`)
  return { requestBody: { required: true, content: { 'application/json': { schema } } } }
}

/** A query is an object schema, and headers are a record of schemas; each of their members is a parameter. */
function toParameters(place: 'path' | 'query' | 'header', source: unknown): Json[] {
  const shape = source instanceof z.ZodObject ? source.shape : ((source ?? {}) as Record<string, z.ZodType>)
  return Object.entries(shape).map(([name, schema]) => {
    const { description, examples, ...rest } = toInlineSchema(schema)
    return {
      name,
      in: place,
      required: !schema.safeParse(undefined).success,
      ...(description !== undefined && { description }),
      ...(Array.isArray(examples) && { example: examples[0] }),
      schema: rest,
    }
  })
}

function nameOf({ method, path }: AppRoute): string {
  return `${method} ${path}`
}

/** `Not Found` → `NotFound`. */
function problemName(status: string): string {
  return (STATUS_CODES[status] ?? status).replace(/\W/g, '')
}

const SCHEMAS = '#/components/schemas/'
const OPTIONS = {
  // The form on the wire: closed for a `strictObject`, open for an `object`, and before any transform.
  io: 'input',
  unrepresentable: 'any',
  override: ({ jsonSchema }: { jsonSchema: object }) => tidy(jsonSchema as Json),
} as const

/** The contract's named schemas. Requests are closed, as the service is; responses are open: a later version may add fields. */
function createSchemaComponents(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { ...OPTIONS, uri: (id) => `${SCHEMAS}${id}` })
  return Object.fromEntries(
    Object.entries(schemas)
      .toSorted(([name], [next]) => name.localeCompare(next, 'en'))
      .map(([name, { $schema, $id, ...schema }]) => [name, schema]),
  )
}

/** Throws for a schema without a name, which generated code would have to invent; `user` is what it is for. */
function referTo(schema: z.ZodType, user: string): Json {
  const { id } = z.globalRegistry.get(schema) ?? {}
  if (id === undefined) throw new Error(`${user} has no name: add one to its schema, with .meta({ id })`)
  return { $ref: `${SCHEMAS}${id}` }
}

/** A schema that is used only once, such as a parameter's. */
function toInlineSchema(schema: z.ZodType): Json {
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
  // Tools for OpenAPI 3.0 know no constants.
  if (typeof schema.const === 'string') schema.enum = [schema.const]
  if ('example' in schema) {
    schema.examples = [schema.example]
    delete schema.example
  }
}

const whole = { type: 'integer', minimum: 0 }
const text = { type: 'string' }

/** The response headers that programs use. */
const headerComponents = {
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
function headersOf({ path, responses, metadata: policy }: AppRoute, status: string): Json {
  const metadata = policy as RouteMetadata
  if (status !== '200' && status !== '304') return {}
  const isCounted = metadata.limit !== 'none' && !metadata.cacheControl.startsWith('public')
  return refer([
    ...(isCounted ? LIMITS : []),
    ...(isTagged({ responses, metadata }) ? (['ETag'] as const) : []),
    ...(path === '/list' ? (['Changes-Cursor'] as const) : []),
  ])
}

function refer(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
