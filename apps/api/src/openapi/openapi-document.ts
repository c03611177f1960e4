import { contract } from '@timezone-registry/contract'
import type { AppRoute } from '@ts-rest/core'
import { createSchemaComponents, type Json } from './components.ts'
import { headerComponents } from './headers.ts'
import { createProblemResponses, problemStatuses, securitySchemes, toOperation } from './operations.ts'

const DESCRIPTION =
  'One time zone per user, so that chat clients, bots and apps can show anyone’s local time. Every route is also served without the prefix.'

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
