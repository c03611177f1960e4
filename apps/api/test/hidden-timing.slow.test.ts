import { expect } from 'vitest'
import { test } from './api-test.ts'
import { rawFetch } from './raw-request.ts'
import { execute } from './start-test-api.ts'

// Alternating requests for private and for missing records, each for the first time and again. Ranks instead of
// durations, so that a busy machine slows both groups alike.
const PAIRS = 250
// Four standard deviations of the share for two equal distributions of this size.
const TOLERANCE = 4 * Math.sqrt((2 * PAIRS + 1) / (12 * PAIRS ** 2))

const ROUTES: Record<string, (id: string) => string> = {
  page: (id) => `/u/${id}`,
  card: (id) => `/u/${id}/card.png`,
  badge: (id) => `/badge/${id}.svg`,
  embed: (id) => `/embed/${id}`,
}

test.for(Object.keys(ROUTES))(
  'the %s takes as long for a private record as for none',
  async (name, { api }) => {
    const toPath = ROUTES[name] as (id: string) => string
    const prefix = `${name}-private-${'x'.repeat(8)}`
    await execute(
      api.databaseUrl,
      `insert into timezones (user_id, username, timezone, visibility) select '${prefix}' || n, 'n', 'Asia/Tokyo', 'private' from generate_series(1, ${PAIRS}) n`,
    )
    const measure = async (id: string) => {
      const start = performance.now()
      const { status } = await rawFetch(api.baseUrl + toPath(id))
      expect(status).toBe(404)
      return performance.now() - start
    }
    for (let warmUp = 0; warmUp < 50; warmUp++) await measure(`${name}-warm-up-${warmUp}`)
    for (const round of ['first', 'again']) {
      const durations: Record<'hidden' | 'missing', number[]> = { hidden: [], missing: [] }
      for (let n = 1; n <= PAIRS; n++) {
        const hidden = async () => durations.hidden.push(await measure(`${prefix}${n}`))
        const missing = async () =>
          durations.missing.push(await measure(`${name}-missing-${'x'.repeat(8)}${n}`))
        for (const next of n % 2 === 0 ? [hidden, missing] : [missing, hidden]) await next()
      }
      const share = shareOfLonger(durations.hidden, durations.missing)
      expect(Math.abs(share - 0.5), `${round}: ${share}`).toBeLessThan(TOLERANCE)
    }
  },
)

/** How often one of the first group is longer than one of the second: 0.5 if the distributions are the same. */
function shareOfLonger(first: readonly number[], second: readonly number[]): number {
  const pairs = first.flatMap((one) => second.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)))
  return pairs.reduce<number>((sum, value) => sum + value, 0) / pairs.length
}
