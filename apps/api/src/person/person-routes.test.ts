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

/** The routes for a record that may change, and how often a text was written about it. */
function open() {
  const person = { record: RECORD, written: 0 }
  const routes = createPersonRoutes({
    findAsStranger: async () => person.record,
    places: {
      placeOf: () => {
        person.written += 1
        return 'Tokyo, Japan'
      },
      coordinatesOf: () => undefined,
    },
    renderCard: () => ({ etag: '"card"', draw: async () => Buffer.alloc(0) }),
    formatters: createFormatters(),
    originOf: () => undefined,
  })
  const get = async (route: 'getBadge' | 'getEmbed', language = '*') => {
    const req = {
      call: { headers: {} },
      originalUrl: `/${route}`,
      headers: { 'accept-language': language },
      acceptsLanguages: (wanted?: unknown) => (wanted === undefined ? ['*'] : false),
    }
    const headers = new Map<string, string>()
    const set = (name: string, value: string) => headers.set(name, value)
    const res = { set, vary: () => {}, removeHeader: () => {} }
    const { body } = await routes[route]({ req, res, params: { id: '1' }, query: {} } as never)
    return { body, headers }
  }
  return { person, get }
}

test.for(['getBadge', 'getEmbed'] as const)(
  '%s expires with the minute that it shows, however late it is sent',
  async (route) => {
    const { body, headers } = await open().get(route)
    expect(body).toContain('14:05')
    expect(headers.get('Cache-Control')).toBe('public, max-age=18')
  },
)

test('a text is written once a minute for requests that are equal, and again for another record', async () => {
  const { person, get } = open()
  const first = await get('getBadge')
  vi.advanceTimersByTime(10_000)
  const second = await get('getBadge')
  expect([person.written, second.body]).toEqual([1, first.body])
  expect(second.headers.get('Cache-Control')).toBe('public, max-age=8')
  await get('getBadge', 'de')
  await get('getEmbed')
  expect(person.written).toBe(3)
  person.record = { ...RECORD }
  await get('getBadge')
  expect(person.written).toBe(4)
  vi.advanceTimersByTime(18_000)
  await get('getBadge')
  expect(person.written).toBe(5)
})
