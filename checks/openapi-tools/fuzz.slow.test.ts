import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect } from 'vitest'
import { test as base } from '../../apps/api/test/api-test.ts'
import { type RawAnswer, rawFetch } from '../../apps/api/test/raw-request.ts'
import { createTestKey } from '../../apps/api/test/start-test-api.ts'

// Before a release, run it with 100,000.
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 4000)
// Ten times what they take alone.
const SECONDS_PER_THOUSAND = 150

type Schema = { type?: string; enum?: string[]; minimum?: number; maximum?: number }
type Parameter = { name: string; in: 'query' | 'header' | 'path'; example?: string; schema: Schema }
type Response = { $ref?: string; content?: Record<string, { schema: object }> }
type Operation = { parameters?: Parameter[]; requestBody?: object; responses: Record<string, Response> }
type Route = { path: string; method: string; operation: Operation }
type Request = {
  path: string
  method: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

let routes: Route[]
let problems: Record<string, Response>
let key: string
const validators = new Map<object, ValidateFunction>()
const ajv = new Ajv2020({ strict: false, validateFormats: false })

// Logins redirect to Discord; these requests do not follow redirects.
const test = base.extend({
  env: [
    { LOG_LEVEL: 'silent', OAUTH_DISCORD_CLIENT_ID: '1', OAUTH_DISCORD_CLIENT_SECRET: 'secret' },
    { scope: 'file' },
  ],
})

test.beforeAll(async ({ api }) => {
  key = (await createTestKey(api, { scopes: ['admin'] })).key
  const document = JSON.parse((await rawFetch(`${api.baseUrl}/openapi.json`)).body)
  ajv.addSchema(document, 'openapi.json')
  problems = document.components.responses
  routes = Object.entries<Record<string, Operation>>(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        operation,
      })),
    )
    // A stream never ends.
    .filter(({ path }) => path !== '/events')
})

test(`${REQUESTS} requests made from the OpenAPI document, valid and invalid, get an answer that the document describes, and no 5xx`, {
  timeout: 60_000 + REQUESTS * SECONDS_PER_THOUSAND,
}, async ({ api }) => {
  expect(routes.length).toBeGreaterThan(15)
  const seen = new Map<string, number>()
  const request = fc
    .integer({ min: 0, max: routes.length - 1 })
    .chain((index) => requestOf(routes[index] as Route))
  await fc.assert(
    fc.asyncProperty(request, async ({ route, sent }) => {
      const answer = await rawFetch(`${api.baseUrl}${sent.path}`, {
        method: sent.method,
        headers: sent.headers,
        ...(sent.body !== undefined && { body: sent.body }),
      })
      expect(answer.status).toBeLessThan(500)
      expectDescribed(route, answer)
      seen.set(`${answer.status}`, (seen.get(`${answer.status}`) ?? 0) + 1)
    }),
    { numRuns: REQUESTS },
  )
  // Both accepted and refused requests must be among them.
  for (const status of ['200', '302', '400', '401', '404', '415'])
    expect(seen.get(status) ?? 0, status).toBeGreaterThan(0)
})

function expectDescribed({ path, method, operation }: Route, { status, headers, body }: RawAnswer): void {
  const declared = operation.responses[String(status)]
  const response = problems[declared?.$ref?.replace(/^.*\//, '') ?? ''] ?? declared
  const where = `${method} ${path} answered ${status}`
  expect(response, `${where}, which the document does not declare: ${body}`).toBeDefined()
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  const schema = response?.content?.[type]?.schema
  if (response?.content === undefined) {
    expect(body, where).toBe('')
    return
  }
  expect(schema, `${where} as ${type}`).toBeDefined()
  const validate = validatorOf(schema ?? {})
  const value = type.endsWith('json') ? JSON.parse(body) : body
  expect(validate(value), `${where}: ${ajv.errorsText(validate.errors)} ${body}`).toBe(true)
}

function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema)
  if (known !== undefined) return known
  const validate = ajv.compile('$ref' in schema ? { $ref: `openapi.json${schema.$ref}` } : schema)
  validators.set(schema, validate)
  return validate
}

/** A request whose parts are valid, invalid or missing. */
function requestOf(route: Route): fc.Arbitrary<{ route: Route; sent: Request }> {
  const { path, method, operation } = route
  const parameters = operation.parameters ?? []
  const values = fc.tuple(
    ...parameters.map((parameter) => fc.option(textOf(parameter), { freq: 6, nil: undefined })),
  )
  return fc
    .record({
      prefix: fc.constantFrom('', '/v1'),
      values,
      body: operation.requestBody === undefined ? fc.constant(undefined) : bodyOf(),
      authorization: fc.constantFrom(undefined, undefined, `Bearer ${key}`, 'Bearer tzr_wrong', 'Basic eDp5'),
    })
    .map(({ prefix, values: given, body, authorization }) => {
      const parts = parameters.flatMap(({ name, in: place }, index) =>
        given[index] === undefined ? [] : [{ name, place, value: String(given[index]) }],
      )
      const filled = path.replace(
        /\{(\w+)\}/g,
        (_all, name) => parts.find((part) => part.name === name)?.value || 'x',
      )
      const query = parts
        .filter(({ place }) => place === 'query')
        .map(({ name, value }) => `${name}=${value}`)
      return {
        route,
        sent: {
          path: `${prefix}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
          method,
          headers: { ...(authorization && { authorization }), ...(body && { 'content-type': body.type }) },
          body: body?.content,
        },
      }
    })
}

/** A parameter as sent: arbitrary encoded text, a valid value, or raw unusual characters. */
function textOf({ example, schema, in: place }: Parameter): fc.Arbitrary<string> {
  const encoded = fc
    .oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.string({ maxLength: 400 }))
    .map((text) => encodeURIComponent(text.toWellFormed()))
  const raw = fc.stringMatching(/^[!$&-;=?-~%]{0,30}$/)
  const right = fc.oneof(
    fc.constant(encodeURIComponent(example ?? 'x')),
    schema.enum === undefined
      ? fc.integer({ min: -1, max: 2000 }).map(String)
      : fc.constantFrom(...schema.enum),
  )
  // A slash or a question mark would change the path.
  return place === 'path'
    ? fc.oneof(
        right,
        encoded.filter((text) => text !== '' && !/^\.+$/.test(text)),
      )
    : fc.oneof(right, right, encoded, raw)
}

function bodyOf(): fc.Arbitrary<{ type: string; content: string | Buffer }> {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom('UTC', 'europe/berlin', 'nelly'),
  )
  const fields = fc.record({ user_id: text, username: text, timezone: text }, { requiredKeys: [] })
  const json = fc
    .oneof(fields, fields, fc.jsonValue(), fc.constant(JSON.parse('{"__proto__":{"x":1},"timezone":"UTC"}')))
    .map((value) => ({ type: 'application/json', content: JSON.stringify(value) }))
  const form = fields.map((value) => ({
    type: 'application/x-www-form-urlencoded',
    content: Object.entries(value)
      .map(([name, given]) => `${name}=${encodeURIComponent(given.toWellFormed())}`)
      .join('&'),
  }))
  const bytes = fc.record({
    type: fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain',
      'application/json; charset=utf-16',
    ),
    content: fc.uint8Array({ minLength: 1, maxLength: 200 }).map((array) => Buffer.from(array)),
  })
  return fc.oneof(json, form, bytes)
}
