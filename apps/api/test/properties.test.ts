import { problemSchema } from '@timezone-registry/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawFetch } from './raw-request.ts'
import { startTestApi, type TestApi } from './start-test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

// Ordinary text, every code point, every code unit (lone surrogates among them), and what is near the bounds.
const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength: 20 }),
  fc.string({ unit: 'grapheme', minLength: 250, maxLength: 260 }),
)
const anyZone = fc.oneof(
  fc.constantFrom(
    'Europe/Berlin',
    'europe/kiev',
    ' UTC ',
    '+05:30',
    'Etc/GMT+5',
    'EST5EDT',
    'constructor',
    '__proto__',
  ),
  anyText,
)

test('whatever is sent as JSON is saved and read back as sent, or refused as the caller’s error', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyText, anyZone, async (user_id, username, timezone) => {
      const answer = await rawFetch(`${api.baseUrl}/set`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user_id, username, timezone }),
      })
      await expectSavedOrRefused(answer, { user_id, username, timezone })
    }),
    { numRuns: 500 },
  )
})

test('whatever is sent as a form is saved and read back as sent, or refused as the caller’s error', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyText, anyZone, async (user_id, username, timezone) => {
      // URLSearchParams would mend a lone surrogate before it is sent.
      fc.pre([user_id, username, timezone].every((text) => text.isWellFormed()))
      const answer = await rawFetch(`${api.baseUrl}/v1/set`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ user_id, username, timezone }).toString(),
      })
      await expectSavedOrRefused(answer, { user_id, username, timezone })
    }),
    { numRuns: 300 },
  )
})

test('whatever JSON or bytes are sent, nothing is the service’s fault', async () => {
  const anyBody = fc.oneof(
    fc.json().map((json) => Buffer.from(json)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  )
  const anyType = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain', 'x')
  await fc.assert(
    fc.asyncProperty(anyBody, anyType, async (body, type) => {
      const headers = { 'content-type': type }
      const answer = await rawFetch(`${api.baseUrl}/set`, { method: 'POST', headers, body })
      expectRefused(answer)
    }),
    { numRuns: 500 },
  )
})

test('whatever id is read or deleted, nothing is the service’s fault', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      fc.pre(text.isWellFormed())
      const id = encodeURIComponent(text)
      const read = await rawFetch(`${api.baseUrl}/get?id=${id}`)
      if (read.status !== 200) expectRefused(read)
      const deleted = await rawFetch(`${api.baseUrl}/delete?user_id=${id}`, { method: 'DELETE' })
      if (deleted.status !== 200) expectRefused(deleted)
    }),
    { numRuns: 300 },
  )
})

test('whatever is asked of the reads, nothing is the service’s fault', async () => {
  const anyPath = fc.constantFrom(
    '/lookup?ids=',
    '/changes?since=',
    '/changes?limit=',
    '/list?x=',
    '/stats?x=',
    '/timezones?',
  )
  await fc.assert(
    fc.asyncProperty(
      anyPath,
      fc.oneof(anyText, fc.string({ unit: fc.constantFrom(',', '-', '0', 'z', '%', '&') })),
      async (path, text) => {
        fc.pre(text.isWellFormed())
        const answer = await rawFetch(`${api.baseUrl}${path}${encodeURIComponent(text)}`)
        if (answer.status !== 200) expectRefused(answer)
      },
    ),
    { numRuns: 400 },
  )
})

async function expectSavedOrRefused(
  answer: { status: number; body: string },
  sent: { user_id: string; username: string; timezone: string },
): Promise<void> {
  if (answer.status !== 200) return expectRefused(answer)
  const read = await rawFetch(`${api.baseUrl}/get?id=${encodeURIComponent(sent.user_id)}`)
  const record = JSON.parse(read.body)
  expect(record.user).toEqual({ id: sent.user_id, username: sent.username })
  expect(record.timezone.toLowerCase()).toBe(sent.timezone.trim().toLowerCase())
}

function expectRefused({ status, body }: { status: number; body: string }): void {
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(problemSchema.parse(JSON.parse(body)).status).toBe(status)
}
