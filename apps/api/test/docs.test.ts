import { Validator } from '@seriousme/openapi-schema-validator'
import { contract } from '@timezone-registry/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawFetch } from './raw-request.ts'
import { startTestApi, type TestApi } from './start-test-api.ts'

type Media = { schema: { $ref?: string; examples?: unknown[] } }
type Operation = {
  summary?: string
  parameters?: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: { Problem: { examples?: unknown[] } } }
}

let api: TestApi
let openApi: Document
beforeAll(async () => {
  api = await startTestApi()
  openApi = JSON.parse((await rawFetch(`${api.baseUrl}/openapi.json`)).body)
})
afterAll(() => api[Symbol.asyncDispose]())

describe('GET /openapi.json', () => {
  test('is a valid OpenAPI 3.1 document', async () => {
    const result = await new Validator().validate(structuredClone(openApi))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
    expect(openApi.openapi).toMatch(/^3\.1\./)
  })

  test('has every route of the contract, with a summary, its errors, and an example of each answer', () => {
    for (const { path, method } of Object.values(contract)) {
      const operation = openApi.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      const where = `${method} ${path}`
      expect(operation?.summary, where).toMatch(/\w/)
      for (const [status, { content }] of Object.entries(operation?.responses ?? {})) {
        if (status === '304') continue
        for (const { schema } of Object.values(content ?? {}))
          expect(schema.$ref ?? schema.examples, `${where} ${status}`).toBeDefined()
      }
      for (const status of ['400', '429', '500', '503'])
        expect(operation?.responses[status]?.content, `${where} ${status}`).toBeDefined()
    }
    expect(openApi.components.schemas.Problem.examples).toHaveLength(1)
  })

  test('tells the parameters and the body as the service takes them', () => {
    expect(openApi.paths['/get']?.get?.parameters).toMatchObject([
      { name: 'id', in: 'query', required: true, schema: { type: 'string', minLength: 1, maxLength: 255 } },
    ])
    expect(openApi.paths['/lookup']?.get?.parameters).toMatchObject([
      { name: 'ids', in: 'query', required: true, schema: { type: 'string' } },
    ])
    expect(openApi.paths['/changes']?.get?.parameters).toMatchObject([
      { name: 'since', required: false, schema: { type: 'string' } },
      { name: 'limit', required: false, schema: { type: 'integer', minimum: 1, maximum: 1000 } },
    ])
    expect(openApi.paths['/events']?.get?.parameters).toMatchObject([
      { name: 'since', in: 'query' },
      { name: 'last-event-id', in: 'header', required: false },
    ])
    const body = openApi.paths['/set']?.post?.requestBody?.content
    expect(Object.keys(body ?? {})).toEqual(['application/json', 'application/x-www-form-urlencoded'])
    expect(body?.['application/json']?.schema).toMatchObject({
      required: ['timezone'],
      additionalProperties: false,
    })
    expect(
      openApi.paths['/list']?.get?.responses['200']?.content?.['application/json']?.schema,
    ).toMatchObject({
      type: 'object',
      additionalProperties: { type: 'object', required: ['username', 'timezone'] },
    })
  })
})

test('GET /docs loads nothing from elsewhere, and nothing else of its package is served', async () => {
  const page = await rawFetch(`${api.baseUrl}/docs`)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.body).not.toMatch(/https?:|<script>|style=/)
  for (const [path] of page.body.matchAll(/(?<=")\/docs\/[^"]+/g))
    expect((await rawFetch(`${api.baseUrl}${path}`)).status, path).toBe(200)
  for (const path of [
    '/docs/package.json',
    '/docs/index.html',
    '/docs/../docs-routes.ts',
    '/docs/%2e%2e/openapi.ts',
  ])
    expect((await rawFetch(`${api.baseUrl}${path}`)).status, path).toBe(404)
})
