import { problemSchema, withoutSurroundings } from '@timezone-registry/contract'
import fc from 'fast-check'
import { expect } from 'vitest'
import { test } from './api-test.ts'
import type { TestApi } from './start-test-api.ts'

// Ordinary text, every code point, every code unit (including lone surrogates), and lengths near the limits.
const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength: 20 }),
  fc.string({ unit: 'grapheme', minLength: 250, maxLength: 260 }),
)
const goodZone = fc.constantFrom('Europe/Berlin', 'europe/kiev', ' UTC ', 'Etc/GMT+5', 'EST5EDT')
const anyZone = fc.oneof(
  { weight: 3, arbitrary: goodZone },
  { weight: 1, arbitrary: fc.constantFrom('+05:30', 'constructor', '__proto__') },
  { weight: 1, arbitrary: anyText },
)

test.for([
  ['any JSON', 500, 20, (record: object) => ({ body: record })],
  [
    'any form',
    300,
    10,
    (record: Record<string, string>) => ({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(record).toString(),
    }),
  ],
] as const)(
  '%s is saved and read back, but for what surrounds the id, or refused with 4xx',
  async ([what, numRuns, least, toRequest], { api }) => {
    let saved = 0
    await fc.assert(
      fc.asyncProperty(anyText, anyText, anyZone, async (user_id, username, timezone) => {
        // URLSearchParams would replace a lone surrogate before it is sent.
        fc.pre(what === 'any JSON' || [user_id, username, timezone].every((text) => text.isWellFormed()))
        const record = { user_id, username, timezone }
        const answer = await api.request('/set', { method: 'POST', ...toRequest(record) })
        if (await isSaved(api, answer, record)) saved += 1
      }),
      // A letter that no transcription knows.
      { numRuns, examples: [['!', '!', 'Ҕ']] },
    )
    expect(saved).toBeGreaterThan(least)
  },
)

test('any JSON or bytes are accepted, or refused with 4xx', async ({ api }) => {
  const anyBody = fc.oneof(
    fc.json().map((json) => Buffer.from(json)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  )
  const anyType = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain', 'x')
  await fc.assert(
    fc.asyncProperty(anyBody, anyType, async (body, type) => {
      const headers = { 'content-type': type }
      const answer = await api.request('/set', { method: 'POST', headers, body })
      expectRefused(answer)
    }),
    { numRuns: 500 },
  )
})

test('any id can be read and deleted, or is refused with 4xx', async ({ api }) => {
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      fc.pre(text.isWellFormed())
      const id = encodeURIComponent(text)
      const read = await api.request(`/get?id=${id}`)
      if (read.status !== 200) expectRefused(read)
      const deleted = await api.request(`/delete?user_id=${id}`, { method: 'DELETE' })
      if (deleted.status === 200) accepted += 1
      else expectRefused(deleted)
    }),
    { numRuns: 300 },
  )
  expect(accepted).toBeGreaterThan(60)
})

test('any query of a read is answered, or refused with 4xx', async ({ api }) => {
  let answered = 0
  const anyPath = fc.constantFrom(
    '/lookup?ids=',
    '/changes?since=',
    '/changes?limit=',
    '/list?x=',
    '/stats?x=',
    '/timezones?',
    '/zones?query=',
  )
  await fc.assert(
    fc.asyncProperty(
      anyPath,
      fc.oneof(anyText, fc.string({ unit: fc.constantFrom(',', '-', '0', 'z', '%', '&') })),
      async (path, text) => {
        fc.pre(text.isWellFormed())
        const answer = await api.request(`${path}${encodeURIComponent(text)}`)
        if (answer.status === 200) answered += 1
        else expectRefused(answer)
      },
    ),
    { numRuns: 400 },
  )
  expect(answered).toBeGreaterThan(100)
})

/** False for a refusal, which must be the caller's error. */
async function isSaved(
  api: TestApi,
  answer: { status: number; body: string },
  sent: { user_id: string; username: string; timezone: string },
): Promise<boolean> {
  if (answer.status !== 200) {
    expectRefused(answer)
    return false
  }
  const read = await api.request(`/get?id=${encodeURIComponent(sent.user_id)}`)
  const record = JSON.parse(read.body)
  const username = sent.username.replace(/[\u2028\u2029]/g, ' ')
  expect(record.user).toEqual({ id: withoutSurroundings(sent.user_id), username })
  expect(record.timezone.toLowerCase()).toBe(sent.timezone.trim().toLowerCase())
  return true
}

function expectRefused({ status, body }: { status: number; body: string }): void {
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(problemSchema.parse(JSON.parse(body)).status).toBe(status)
}
