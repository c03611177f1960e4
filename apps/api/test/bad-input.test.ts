import { problemSchema } from '@timezone-registry/contract'
import { describe, expect } from 'vitest'
import { test } from './api-test.ts'
import { rawBytes } from './raw-request.ts'
import { randomUser } from './start-test-api.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }
const GOOD = { user_id: 'bad-input', username: 'name', timezone: 'Europe/Berlin' }

type BadRequest = {
  headers?: Record<string, string>
  body: string | Buffer
  status?: number
  code?: string
}

const BAD_BODIES: Record<string, BadRequest> = {
  'malformed JSON': { body: '{"user_id": "1",' },
  'JSON that is a string': { body: '"Europe/Berlin"' },
  'JSON that is a list': { body: '[]' },
  'JSON null': { body: 'null' },
  'a number for the timezone': { body: JSON.stringify({ ...GOOD, timezone: 5 }) },
  'an object for the id': { body: JSON.stringify({ ...GOOD, user_id: { toString: 'x' } }) },
  'an unknown field': { body: JSON.stringify({ ...GOOD, time_zone: 'UTC' }) },
  'a prototype for a field': { body: `{"__proto__":{"a":1},${JSON.stringify(GOOD).slice(1)}` },
  'JSON of 8,000 levels': { body: `{"user_id":${'['.repeat(7900)}${']'.repeat(7900)}}` },
  'a list of 8,000 levels': { body: '['.repeat(8000) + ']'.repeat(8000) },
  'an empty id': { body: JSON.stringify({ ...GOOD, user_id: '' }) },
  'an id of 256 characters': { body: JSON.stringify({ ...GOOD, user_id: 'x'.repeat(256) }) },
  'NUL in an id': { body: JSON.stringify({ ...GOOD, user_id: 'a\0b' }) },
  'a lone surrogate': { body: String.raw`{"user_id":"\ud800","username":"x","timezone":"UTC"}` },
  'a control character': { body: JSON.stringify({ ...GOOD, username: 'a\u0007' }) },
  'a bidi control': { body: JSON.stringify({ ...GOOD, username: 'a\u202eb' }) },
  'text that is not NFC': { body: JSON.stringify({ ...GOOD, username: 'e\u0301' }) },
  'a blank timezone': { body: JSON.stringify({ ...GOOD, timezone: '  ' }) },
  'a timezone of 10,000 characters': {
    body: JSON.stringify({ ...GOOD, timezone: 'x'.repeat(10_000) }),
  },
  'bytes that are not UTF-8': { body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) },
  'a form with a broken escape': { headers: FORM_TYPE, body: 'user_id=%zz&username=x&timezone=UTC' },
  'a form with an escape that is not UTF-8': {
    headers: FORM_TYPE,
    body: 'user_id=%FF&username=x&timezone=UTC',
  },
  'a form that names a field twice': {
    headers: FORM_TYPE,
    body: 'user_id=1&user_id=2&username=x&timezone=UTC',
  },
  'a body over 16 KB': {
    body: JSON.stringify({ ...GOOD, username: 'x'.repeat(17_000) }),
    status: 413,
    code: 'payload_too_large',
  },
  'a form over 16 KB': {
    headers: FORM_TYPE,
    body: `username=${'x'.repeat(17_000)}`,
    status: 413,
    code: 'payload_too_large',
  },
  'a form of 5,000 other fields': {
    headers: FORM_TYPE,
    body: 'a&'.repeat(5000),
    status: 400,
    code: 'invalid_request',
  },
  'another content type': {
    headers: { 'content-type': 'text/plain' },
    body: 'x',
    status: 415,
    code: 'unsupported_media_type',
  },
  'no content type': { headers: {}, body: '{}', status: 415, code: 'unsupported_media_type' },
  'a multipart form': {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x--',
    status: 415,
    code: 'unsupported_media_type',
  },
  'another charset': {
    headers: { 'content-type': 'application/json; charset=utf-16' },
    body: Buffer.from('{}', 'utf16le'),
    status: 415,
    code: 'unsupported_media_type',
  },
  'a compressed body': {
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    body: Buffer.from('1f8b08000000000000ff', 'hex'),
    status: 415,
    code: 'unsupported_media_type',
  },
}

test.for(Object.entries(BAD_BODIES))('POST /set refuses %s', async ([, bad], { api }) => {
  const { headers = JSON_TYPE, body, status = 400, code = 'invalid_request' } = bad
  // Also after a valid request, and with a cookie.
  await api.request('/set', { method: 'POST', body: GOOD })
  for (const more of [{}, { cookie: 'a=b' }]) {
    const answer = await api.request('/set', {
      method: 'POST',
      headers: { ...headers, ...more },
      body,
    })
    expect({ status: answer.status, code: problemOf(answer).code }).toEqual({ status, code })
  }
})

test.for([
  ['GET', '/get', 400],
  ['GET', '/get?id=', 400],
  ['GET', '/get?id=%00', 400],
  ['GET', '/get?id=%FF', 400],
  ['GET', '/get?id=%', 400],
  ['GET', '/get?id=1&id=2', 400],
  ['GET', `/get?id=${'x'.repeat(256)}`, 400],
  ['DELETE', '/delete?user_id=%E2%80%AE', 400],
  ['GET', '/%FF', 400],
  ['GET', '/no/such/route', 404],
  ['POST', '/no/such/route', 404],
  ['GET', '/v1', 404],
  ['GET', '/v2/get?id=1', 404],
  ['GET', '/assets/../../package.json', 404],
  ['GET', '/assets/%2e%2e/%2e%2e/package.json', 404],
] as const)('answers %s %s with %i', async ([method, path, status], { api }) => {
  const answer = await api.request(path, { method })
  expect(answer.status).toBe(status)
  expect(problemOf(answer).status).toBe(status)
})

describe('bytes that are not an HTTP request', () => {
  test.for([
    ['garbage', 'not http at all\r\n\r\n', 400],
    [
      'headers over 8 KB',
      `GET /health HTTP/1.1\r\nHost: localhost\r\nX-Big: ${'x'.repeat(9000)}\r\n\r\n`,
      431,
    ],
    [
      'two Hosts',
      'GET /health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['a user in the Host', 'GET /health HTTP/1.1\r\nHost: evil@localhost\r\nConnection: close\r\n\r\n', 400],
    [
      'an unknown expectation',
      'GET /get HTTP/1.1\r\nHost: localhost\r\nExpect: x\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['a bare line feed', 'GET /health HTTP/1.1\nHost: localhost\n\n', 400],
    ['no Host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'two lengths',
      'POST /set HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
    ],
    [
      'a length and chunks',
      'POST /set HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
  ] as const)('with %s get the problem body', async ([, bytes, status], { api }) => {
    const answer = await rawBytes(api.baseUrl, bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer.toLowerCase()).toContain('content-type: application/problem+json')
    expect(problemSchema.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))))).toMatchObject({
      status,
    })
  })
})

test.for([
  ['http://[/nothing', 404],
  ['//a@[#', 404],
  ['//a@[\u00a0', 400],
  ['/\\a@[#', 404],
  ['http://localhost/get?id=nobody', 404],
  ['http://localhost/livez', 200],
  ['/livez#part', 200],
  ['*', 404],
] as const)('a request for %s ends with %i, and the service stays up', async ([target, status], { api }) => {
  const request = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
  const answer = await rawBytes(api.baseUrl, Buffer.from(request, 'latin1'))
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  if (status !== 200) expect(answer).toContain('application/problem+json')
  expect((await api.request('/livez')).status).toBe(200)
})

function problemOf(answer: { headers: Headers; body: string }) {
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  const problem = problemSchema.parse(JSON.parse(answer.body))
  expect(problem.request_id).toBe(answer.headers.get('x-request-id'))
  return problem
}

const GARBAGE = 'GARBAGE\r\n\r\n'
const READ = 'GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n'

test('bytes after a request that are not HTTP do not take the place of its response', async ({ api }) => {
  const user = randomUser()
  const answer = await rawBytes(api.baseUrl, toBytes(user) + GARBAGE)
  expect(statusesOf(answer)).toEqual([200])
  expect(answer).toContain('Connection: close')
  expect((await api.client.getTimezone({ query: { id: user.user_id } })).status).toBe(200)
})

test('a request between a response and such bytes is either answered or not processed', async ({ api }) => {
  for (const before of [READ, READ + READ]) {
    const user = randomUser()
    expect(statusesOf(await rawBytes(api.baseUrl, before + toBytes(user) + GARBAGE))).toEqual([200])
    expect((await api.client.getTimezone({ query: { id: user.user_id } })).status).toBe(404)
  }
})

test('such bytes get 400 on a connection without an unanswered request', async ({ api }) => {
  expect(statusesOf(await rawBytes(api.baseUrl, GARBAGE))).toEqual([400])
})

function toBytes(user: { user_id: string; username: string }): string {
  const body = JSON.stringify({ ...user, timezone: 'Asia/Tokyo' })
  return `POST /set HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

function statusesOf(answer: string): number[] {
  return [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status))
}
