import { STATUS_CODES } from 'node:http'
import { contract, problemSchema } from '@timezone-registry/contract'
import { type AppRoute, ContractNoBody } from '@ts-rest/core'
import { z } from 'zod'

type Json = Record<string, unknown>

const PROBLEM = { $ref: '#/components/schemas/Problem' }

/** The OpenAPI 3.1 document of the contract. (`@ts-rest/open-api` writes empty schemas for zod 4.) */
export function createOpenApiDocument({ version }: { version: string }) {
  const paths: Record<string, Json> = {}
  for (const [operationId, route] of Object.entries<AppRoute>(contract)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    Object.assign(paths[path] ?? {}, { [route.method.toLowerCase()]: toOperation(operationId, route) })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Timezone Registry',
      version,
      description:
        'One timezone per user, so that anybody’s local time can be shown. Every route is also served without the prefix.',
    },
    servers: [{ url: '/v1' }],
    paths,
    components: { schemas: { Problem: toSchema(problemSchema) } },
  }
}

function toOperation(operationId: string, route: AppRoute): Json {
  const body = 'body' in route && isSchema(route.body) ? toSchema(route.body, 'input') : undefined
  const parameters = [
    ...toParameters('path', route.pathParams),
    ...toParameters('query', route.query),
    ...toParameters('header', route.headers),
  ]
  return {
    operationId,
    summary: route.summary,
    ...(route.description && { description: route.description }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: body },
          'application/x-www-form-urlencoded': { schema: body },
        },
      },
    }),
    responses: Object.fromEntries(
      Object.entries(route.responses).map(([status, response]) => [status, toResponse(status, response)]),
    ),
  }
}

function toResponse(status: string, response: unknown): Json {
  const description = STATUS_CODES[status] ?? status
  if (response === ContractNoBody) return { description }
  if (response === problemSchema)
    return { description, content: { 'application/problem+json': { schema: PROBLEM } } }
  if (isSchema(response))
    return { description, content: { 'application/json': { schema: toSchema(response) } } }
  const { contentType, body } = response as { contentType: string; body: z.ZodType }
  return { description, content: { [contentType]: { schema: toSchema(body) } } }
}

/** A query is an object's schema, headers are a record of schemas; both are parameters, one by one. */
function toParameters(place: 'path' | 'query' | 'header', source: unknown): Json[] {
  const shape = source instanceof z.ZodObject ? source.shape : ((source ?? {}) as Record<string, z.ZodType>)
  return Object.entries(shape).map(([name, schema]) => {
    const { description, example, ...rest } = toSchema(schema, 'input')
    const required = !schema.safeParse(undefined).success
    return {
      name,
      in: place,
      required,
      ...(description !== undefined && { description }),
      ...(example !== undefined && { example }),
      schema: rest,
    }
  })
}

function isSchema(value: unknown): value is z.ZodType {
  return value instanceof z.ZodType
}

function toSchema(schema: z.ZodType, io: 'input' | 'output' = 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}
