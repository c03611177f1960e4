import { pino } from 'pino'
import { expect, test } from 'vitest'
import { rawFetch } from './raw-request.ts'
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
        const { status } = await rawFetch(`${api.baseUrl}${path}`, { method, body: sent })
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
