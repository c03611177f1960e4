import { expect } from 'vitest'
import type { RawAnswer } from './raw-request.ts'
import { createTestKey, type TestApi } from './start-test-api.ts'

/** Headers of a plugin in Discord’s own page. */
export const PLUGIN = {
  origin: 'https://discord.com',
  'sec-fetch-site': 'cross-site',
  'x-user-agent': 'Vencord/1.0',
}
/** Headers of a page whose origin is not listed. */
export const ELSEWHERE = { origin: 'https://client.example', 'sec-fetch-site': 'cross-site' }
/** A response with a body, as {@link summaryOf} has it. */
export const ok = (body: object, { cacheControl = 'no-cache', origin = '*' } = {}) => ({
  status: 200,
  type: 'application/json; charset=utf-8',
  cacheControl,
  origin,
  body,
})
/** What the tests compare of a response. */
export function summaryOf({ status, headers, body }: RawAnswer) {
  return {
    status,
    type: headers.get('content-type'),
    cacheControl: headers.get('cache-control'),
    origin: headers.get('access-control-allow-origin'),
    body: JSON.parse(body),
  }
}

/** The whole body of an error. */
export function problemOf({ headers }: RawAnswer, members: object) {
  return { type: 'about:blank', request_id: headers.get('x-request-id'), ...members }
}

export async function save(api: TestApi, user_id: string, timezone: string): Promise<void> {
  const { key } = await createTestKey(api)
  const answer = await api.request('/set', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: { user_id, username: 'x', timezone },
  })
  expect(answer.status).toBe(200)
}

export function bulk(api: TestApi, body: string, headers: Record<string, string> = PLUGIN) {
  return api.request('/api/user/bulk', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
}
