import { describe, expect } from 'vitest'
import { test } from './api-test.ts'
import { randomUser } from './start-test-api.ts'

describe('every route', () => {
  test('is served under /v1 and without a prefix', async ({ api }) => {
    const user = randomUser()
    await fetch(`${api.baseUrl}/set`, {
      method: 'POST',
      body: new URLSearchParams({ ...user, timezone: 'UTC' }),
    })
    for (const prefix of ['', '/v1']) {
      const response = await fetch(`${api.baseUrl}${prefix}/get?id=${user.user_id}`)
      expect(await response.json()).toMatchObject({ timezone: 'UTC' })
    }
  })

  test.for([
    ['GET', '/set', 'POST, OPTIONS'],
    ['GET', '/delete', 'DELETE, POST, OPTIONS'],
    ['PUT', '/delete', 'DELETE, POST, OPTIONS'],
    ['DELETE', '/set', 'POST, OPTIONS'],
    ['PUT', '/get', 'GET, HEAD, OPTIONS'],
    ['POST', '/health', 'GET, HEAD, OPTIONS'],
    ['TRACE', '/set', 'POST, OPTIONS'],
    // Not those of `/api/user/:id`.
    ['DELETE', '/api/user/bulk', 'POST, OPTIONS'],
    ['POST', '/docs', 'GET, HEAD, OPTIONS'],
  ])('answers %s %s with 405 and Allow: %s', async ([method = '', path, allow], { api }) => {
    for (const prefix of ['', '/v1']) {
      const response = await api.request(`${prefix}${path}`, { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe(allow)
      expect(JSON.parse(response.body)).toMatchObject({ code: 'method_not_allowed', status: 405 })
    }
  })

  test('answers HEAD wherever it answers GET, and OPTIONS with the methods', async ({ api }) => {
    for (const path of ['/health', '/livez', '/readyz', '/timezones', '/v1/health', '/docs']) {
      const head = await fetch(`${api.baseUrl}${path}`, { method: 'HEAD' })
      expect(head.status).toBe(200)
      expect(await head.text()).toBe('')
      const options = await fetch(`${api.baseUrl}${path}`, { method: 'OPTIONS' })
      expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    }
  })
})
