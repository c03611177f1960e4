import { expect } from 'vitest'
import { test } from './api-test.ts'
import { rawBytes, rawFetch } from './raw-request.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const GOOD = { user_id: 'body-limits', username: 'name', timezone: 'Europe/Berlin' }

test.for([
  ['of a stated length', {}],
  ['in chunks', { 'transfer-encoding': 'chunked' }],
] as const)('accepts 16,384 bytes %s, and refuses one more', async ([, framing], { api }) => {
  const send = (length: number) =>
    rawFetch(`${api.baseUrl}/set`, {
      method: 'POST',
      headers: { ...JSON_TYPE, ...framing },
      body: JSON.stringify({ ...GOOD, user_id: 'exact' }).padEnd(length),
    })
  expect((await send(16_384)).status).toBe(200)
  expect((await send(16_385)).status).toBe(413)
})

// Less than the 15 s that the sender would have for the rest.
const TOO_LATE = { timeout: 10_000 }

test(
  'what is left of a body that was refused does not delay the next request on its connection',
  TOO_LATE,
  async ({ api }) => {
    const chunk = 'x'.repeat(300_000)
    const head =
      'POST /set HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n'
    const next = 'GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n'
    const answers = await rawBytes(
      api.baseUrl,
      `${head}\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n${next}\r\n`,
    )
    expect([...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['413', '200'])
  },
)
