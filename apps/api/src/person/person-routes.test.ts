import { createFormatters } from '@timezone-registry/zones/formatters'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPersonRoutes } from './person-routes.ts'

const RECORD = {
  userId: '1',
  username: 'nelly',
  timezone: 'Asia/Tokyo',
  visibility: 'public' as const,
  availability: null,
  createdAt: null,
  updatedAt: '2026-01-01T00:00:00Z',
}

// 14:05:42 in Tokyo.
beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 5, 5, 42) }))
afterEach(() => void vi.useRealTimers())

/** The routes for one record. */
function open() {
  const routes = createPersonRoutes({
    findAsStranger: async () => RECORD,
    places: { placeOf: () => 'Tokyo, Japan', coordinatesOf: () => undefined },
    renderCard: () => ({ etag: '"card"', draw: async () => Buffer.alloc(0) }),
    formatters: createFormatters(),
    originOf: () => undefined,
  })
  const get = async (route: 'getBadge' | 'getEmbed') => {
    const req = {
      call: { headers: {} },
      originalUrl: `/${route}`,
      headers: {},
      acceptsLanguages: (wanted?: unknown) => (wanted === undefined ? ['*'] : false),
    }
    const headers = new Map<string, string>()
    const set = (name: string, value: string) => headers.set(name, value)
    const res = { set, vary: () => {}, removeHeader: () => {} }
    const { body } = await routes[route]({ req, res, params: { id: '1' }, query: {} } as never)
    return { body, headers }
  }
  return { get }
}

test.for(['getBadge', 'getEmbed'] as const)(
  '%s expires with the minute that it shows, however late it is sent',
  async (route) => {
    const { body, headers } = await open().get(route)
    expect(body).toContain('14:05')
    expect(headers.get('Cache-Control')).toBe('public, max-age=18')
  },
)
