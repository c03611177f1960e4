import { contract } from '@timezone-registry/contract'
import { describe, expect } from 'vitest'
import { test } from './api-test.ts'
import { rawFetch } from './raw-request.ts'
import { startTestApi } from './start-test-api.ts'

type Schema = { additionalProperties?: unknown; required?: string[] }
type Text = { pattern?: string }
type Media = { schema: Schema }
type Answer = { $ref?: string; headers?: Record<string, { $ref: string }>; content?: Record<string, Media> }
type Operation = {
  summary?: string
  security: Record<string, string[]>[]
  parameters?: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Answer>
}
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Answer>
    headers: Record<string, object>
    securitySchemes: Record<string, object>
  }
}

const REQUESTS = [
  'BulkDelete',
  'BulkRequest',
  'BulkSet',
  'GivenHours',
  'NewKey',
  'SetAvailability',
  'SetPluginUser',
  'SetTimezone',
  'SetVisibility',
]

// The queries that routes need to return 200.
const QUERIES: Record<string, string> = {
  '/get': '?id=known',
  '/lookup': '?ids=known',
  '/time': '?ids=known',
  '/search': '?name=nobody',
  '/zones': '?query=berlin',
  '/meeting.ics': '?at=2027-03-29T13:00Z',
  '/meeting.png': '?at=2027-03-29T13:00Z',
}

let openApi: Document
test.beforeAll(async ({ api }) => {
  openApi = JSON.parse((await api.request('/openapi.json')).body)
  await api.save('UTC', 'known')
})

describe('GET /openapi.json', () => {
  test('has every route of the contract, with a summary and its errors', () => {
    for (const { path, method } of Object.values(contract)) {
      const operation = operationOf(path, method)
      const where = `${method} ${path}`
      expect(operation?.summary, where).toMatch(/\w/)
      expect(operation?.security, where).not.toHaveLength(0)
      for (const status of ['400', '408', '429', '431', '500', '503'])
        expect(resolve(operation?.responses[status] ?? {}).content, `${where} ${status}`).toBeDefined()
    }
  })

  test('names every body, and leaves room for more fields in answers', () => {
    const { schemas } = openApi.components
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['TimezoneRecord', 'LookupAnswer', 'Change']))
    for (const [name, schema] of Object.entries(schemas))
      expect(schema.additionalProperties === false, name).toBe(REQUESTS.includes(name))
    expect(schemas.SetTimezone?.required).toEqual(['timezone'])
    expect(schemas.TimezoneList).toMatchObject({
      type: 'object',
      additionalProperties: { $ref: '#/components/schemas/ListedTimezone' },
    })
  })

  test('declares the authentication of each route', () => {
    expect(Object.keys(openApi.components.securitySchemes)).toEqual(['apiKey', 'session'])
    expect(openApi.paths['/set']?.post?.security).toEqual([{ apiKey: [] }, { session: [] }, {}])
    expect(openApi.paths['/me']?.get?.security).toEqual([{ session: [] }])
    // The session is optional.
    for (const operation of [openApi.paths['/logout']?.post, openApi.paths['/api']?.get])
      expect(operation?.security).toEqual([{}, { session: [] }])
  })

  test('declares 304 and ETag for the routes that revalidate, and for no others', async ({ api }) => {
    for (const [path, { get }] of Object.entries(openApi.paths)) {
      if (get === undefined || path === '/events' || path.includes('{')) continue
      const url = `${api.baseUrl}${path}${QUERIES[path] ?? ''}`
      const declares = '304' in get.responses
      const { status, headers } = await rawFetch(url, { headers: { 'if-none-match': '*' } })
      expect([status === 304, headers.has('etag')], path).toEqual([declares, declares])
      expect('ETag' in (get.responses['200']?.headers ?? {}), path).toBe(declares)
    }
  })

  test('states the pattern of an id, so that a program can validate one', () => {
    const { properties } = openApi.components.schemas.SetTimezone as { properties: Record<string, Text> }
    const pattern = new RegExp(properties.user_id?.pattern ?? '', 'u')
    expect(['80351110224678912', 'naïve', '🕰 a'].every((id) => pattern.test(id))).toBe(true)
    expect(['', 'a\u0000', 'a\n', '\u202ea', '\u0085'].some((id) => pattern.test(id))).toBe(false)
    const ids = openApi.paths['/lookup']?.get?.parameters?.[0]?.schema as Text
    const list = new RegExp(ids.pattern ?? '', 'u')
    expect(list.test(Array.from({ length: 100 }, String).join())).toBe(true)
    expect(list.test(Array.from({ length: 101 }, String).join())).toBe(false)
  })

  test('has nothing that common generators cannot read', async () => {
    const found: string[] = []
    const visit = (value: unknown, path: string) => {
      if (typeof value !== 'object' || value === null) return
      const node = value as Record<string, unknown>
      // A boolean in OpenAPI 3.0.
      if ('exclusiveMaximum' in node || 'exclusiveMinimum' in node) found.push(`${path}: exclusive`)
      if (typeof node.const === 'string' && !('enum' in node)) found.push(`${path}: const`)
      const some = (node.anyOf ?? []) as object[]
      if (some.length > 0 && some.every((one) => '$ref' in one)) found.push(`${path}: anyOf`)
      const names = Object.keys(node.properties ?? {})
      const inCode = names.map((name) => name.replaceAll('_', '').toLowerCase())
      if (new Set(inCode).size < names.length && !('x-ogen-properties' in node)) found.push(`${path}: names`)
      for (const [type, media] of Object.entries((node.content as object | undefined) ?? {})) {
        const { format } = (media as { schema: { format?: string } }).schema
        if (/^(?:image\/png|application\/octet-stream)/.test(type) && format !== 'binary')
          found.push(`${path}: ${type}`)
      }
      for (const [name, inner] of Object.entries(node)) visit(inner, `${path}/${name}`)
    }
    visit(openApi, '')
    expect(found).toEqual([])
  })

  test('declares the headers that the service sends', async () => {
    await using limited = await startTestApi({ RATE_LIMIT_READS_PER_MINUTE: '1000' })
    const sent = async (path: string) => (await limited.request(path)).headers
    const ofCaller = ['RateLimit-Remaining']
    for (const [path, own] of [
      ['/list', ofCaller],
      ['/timezones', []],
      ['/stats', ofCaller],
    ] as const) {
      const headers = await sent(path)
      const names = Object.keys(openApi.paths[path]?.get?.responses['200']?.headers ?? {})
      expect(names, path).toEqual(expect.arrayContaining(['ETag', ...own]))
      for (const name of names) expect(headers.has(name), `${path} ${name}`).toBe(true)
    }
  })
})

function operationOf(path: string, method: string): Operation | undefined {
  return openApi.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
}

function resolve(answer: Answer): Answer {
  return openApi.components.responses[answer.$ref?.replace(/^.*\//, '') ?? ''] ?? answer
}

test('GET /docs loads nothing from other hosts, and serves only the files it needs', async ({ api }) => {
  const page = await api.request('/docs')
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.body).not.toMatch(/https?:|<script>|style=/)
  for (const [path] of page.body.matchAll(/(?<=")\/docs\/[^"]+/g))
    expect((await api.request(path)).status, path).toBe(200)
  for (const path of [
    '/docs/package.json',
    '/docs/index.html',
    '/docs/../docs-routes.ts',
    '/docs/%2e%2e/openapi.ts',
  ])
    expect((await api.request(path)).status, path).toBe(404)
})
