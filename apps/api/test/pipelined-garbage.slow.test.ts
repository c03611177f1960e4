import { expect } from 'vitest'
import { test } from './api-test.ts'
import { rawBytes } from './raw-request.ts'
import { randomUser } from './start-test-api.ts'

const GARBAGE = 'GARBAGE\r\n\r\n'
const READ = 'GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n'

test('bytes after a request that are not HTTP do not take the place of its response', async ({ api }) => {
  const user = randomUser()
  const answer = await rawBytes(api.baseUrl, set(user) + GARBAGE)
  expect(statusesOf(answer)).toEqual([200])
  expect(answer).toContain('Connection: close')
  expect((await api.client.getTimezone({ query: { id: user.user_id } })).status).toBe(200)
})

test('a request between a response and such bytes is either answered or not processed', async ({ api }) => {
  for (const before of [READ, READ + READ]) {
    const user = randomUser()
    expect(statusesOf(await rawBytes(api.baseUrl, before + set(user) + GARBAGE))).toEqual([200])
    expect((await api.client.getTimezone({ query: { id: user.user_id } })).status).toBe(404)
  }
})

test('such bytes get 400 on a connection without an unanswered request', async ({ api }) => {
  expect(statusesOf(await rawBytes(api.baseUrl, GARBAGE))).toEqual([400])
})

function set(user: { user_id: string; username: string }): string {
  const body = JSON.stringify({ ...user, timezone: 'Asia/Tokyo' })
  return `POST /set HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

function statusesOf(answer: string): number[] {
  return [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status))
}
