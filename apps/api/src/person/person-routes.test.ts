import { createFormatters } from '@timezone-registry/zones/formatters'
import { expect, test } from 'vitest'
import type { PersonClock } from './describe-person.ts'
import { createPersonRoutes } from './person-routes.ts'

const CLOCK: PersonClock = {
  username: 'nelly',
  place: 'Tokyo, Japan',
  utcOffsetSeconds: 32_400,
  offset: 'UTC+9',
  abbreviation: 'JST',
  secondOfDay: 14 * 3600 + 5 * 60 + 42,
  next: undefined,
  isUnlisted: false,
  at: Date.UTC(2026, 10, 21, 5, 5, 42),
  availability: null,
}

test.for(['getBadge', 'getEmbed'] as const)(
  '%s expires with the minute that it shows, however late it is sent',
  async (route) => {
    const routes = createPersonRoutes({
      findAsStranger: async () => ({
        userId: '1',
        username: 'nelly',
        timezone: 'Asia/Tokyo',
        visibility: 'public',
        availability: null,
        createdAt: null,
        updatedAt: '2026-01-01T00:00:00Z',
      }),
      describe: () => CLOCK,
      renderCard: () => ({ etag: '"card"', draw: async () => Buffer.alloc(0) }),
      formatters: createFormatters(),
      originOf: () => undefined,
    })
    const req = {
      call: { headers: {} },
      headers: {},
      get: () => undefined,
      acceptsLanguages: (wanted?: unknown) => (wanted === undefined ? ['*'] : false),
    }
    const headers = new Map<string, string>()
    const { body } = await routes[route]({
      req,
      res: {
        set: (name: string, value: string) => headers.set(name, value),
        vary: () => {},
        removeHeader: () => {},
      },
      params: { id: '1' },
      query: {},
    } as never)
    expect(body).toContain('14:05')
    expect(headers.get('Cache-Control')).toBe('public, max-age=18')
  },
)
