import { pino } from 'pino'
import { expect } from 'vitest'
import { test } from './api-test.ts'
import { rawBytes } from './raw-request.ts'
import { REQUESTS } from './route-requests.ts'
import { randomUser, startTestApi } from './start-test-api.ts'

test('a long value in any field of a body is refused, and does not fill the log', async () => {
  const lines: string[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  await using api = await startTestApi({ AUTH: 'open', AUDIT_LOG: 'on' }, logger)
  const user = randomUser()
  let asked = 0
  for (const toRequest of Object.values(REQUESTS)) {
    const { path, method = 'POST', body } = toRequest(user.user_id)
    if (body === undefined || Array.isArray(body)) continue
    for (const [field, value] of Object.entries(body))
      for (const long of [longest(value), 'x'.repeat(16_000)]) {
        const sent = { ...body, [field]: long }
        const { status } = await api.request(path, { method, body: sent })
        expect(status === 200 && path === '/bulk' ? 400 : status, `${path} ${field}`).toBeGreaterThanOrEqual(
          400,
        )
        asked += 1
      }
  }
  expect(asked).toBeGreaterThan(20)
  expect(lines.filter((line) => line.includes('"audit"')).length).toBeGreaterThan(0)
  expect(lines.map((line) => line.length).filter((length) => length > 2000)).toEqual([])
})

/** The value with each of its texts made long. */
function longest(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(longest)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, longest(inner)]))
  return typeof value === 'string' ? value.repeat(5000).slice(0, 15_000) : value
}

const JSON_TYPE = { 'content-type': 'application/json' }
const GOOD = { user_id: 'body-limits', username: 'name', timezone: 'Europe/Berlin' }

test.for([
  ['of a stated length', {}],
  ['in chunks', { 'transfer-encoding': 'chunked' }],
] as const)('accepts 16,384 bytes %s, and refuses one more', async ([, framing], { api }) => {
  const send = (length: number) =>
    api.request('/set', {
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
