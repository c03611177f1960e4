import { STATUS_CODES } from 'node:http'
import { problemSchema, type RouteMetadata } from '@timezone-registry/contract'
import { type AppRoute, ContractNoBody } from '@ts-rest/core'
import * as z from 'zod'
import { type Json, referTo, toInlineSchema } from './components.ts'
import { headersOf, problemHeaders } from './headers.ts'

const TAGS = {
  reader: 'Records',
  writer: 'Records',
  program: 'Records',
  person: 'Login',
  admin: 'Keys',
  anyone: 'Service',
}

const KEY = { apiKey: [] }
const SESSION = { session: [] }
const NOTHING = {}

/** The ways to authenticate. */
export const securitySchemes = {
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
    security: securityOf(metadata),
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
  return path.startsWith('/auth') || path === '/logout' ? 'Login' : TAGS[auth]
}

/** The error responses by status, which the routes refer to. */
export function createProblemResponses(statuses: Iterable<string>): Json {
  return Object.fromEntries(
    [...statuses].map((status) => [
      problemName(status),
      {
        description: STATUS_CODES[status] ?? status,
        headers: problemHeaders(status),
        content: { 'application/problem+json': { schema: referTo(problemSchema, 'The body of an error') } },
      },
    ]),
  )
}

/** The statuses for which a route returns a problem body. */
export function problemStatuses({ responses }: AppRoute): string[] {
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

/** The alternatives that a route accepts; the empty one stands for an anonymous request. */
function securityOf({ auth, usesSession }: RouteMetadata): Json[] {
  if (auth === 'person' || auth === 'admin') return [SESSION]
  // Anonymous writes work in open mode, anonymous reads unless the operator requires authentication.
  if (auth === 'program') return [KEY, NOTHING]
  if (auth === 'writer') return [KEY, SESSION, NOTHING]
  if (auth === 'reader') return [NOTHING, KEY, SESSION]
  return usesSession ? [NOTHING, SESSION] : [NOTHING]
}
