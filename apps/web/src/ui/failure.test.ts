import { expect, test } from 'vitest'
import type { Text } from '../texts/load-texts.ts'
import { describeFailure } from './failure.tsx'

const receivedAt = Date.parse('2026-11-21T13:42:00Z')

test.each([
  ['7', 7000],
  ['Sat, 21 Nov 2026 14:42:00 GMT', 3_600_000],
  ['soon', 1000],
])('after a refusal with Retry-After: %s, a retry is pointless for %d milliseconds', (wait, milliseconds) => {
  const headers = new Headers({ 'retry-after': wait })
  const error = { headers, receivedAt, body: { code: 'rate_limited', message: 'Too many requests' } }
  const failure = describeFailure(error, ((key: string) => key) as Text)
  expect(failure).toMatchObject({ code: 'rate_limited', retryAt: receivedAt + milliseconds })
})
