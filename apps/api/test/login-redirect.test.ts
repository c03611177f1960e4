import { describe, expect } from 'vitest'
import { agree, resetDiscord, SESSION_COOKIE, test } from './login-setup.ts'
import { startTestApi } from './start-test-api.ts'

test.for([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/%2Fevil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  'evil.example',
  'javascript:alert(1)',
  '',
  ' //evil.example',
  '/..//evil.example/..\\',
  'http:evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  '/%252e%252e//evil.example',
  '/a/..//evil.example',
  '/%3f/..//evil.example',
  `/${'a'.repeat(1000)}`,
  `/${'\u00fc'.repeat(500)}`,
])('a redirect that a browser would follow to another site is refused %j', async (redirect, { api }) => {
  const answer = await api.request(`/auth/discord?redirect=${encodeURIComponent(redirect)}`)
  expect([answer.status, answer.setCookies]).toEqual([400, []])
})

describe('a path on this service is returned to, normalised, whether the login succeeds or is declined', () => {
  test.for([
    ['/', '/'],
    ['/people?ids=1,2#me', '/people?ids=1,2#me'],
    ['/%C3%BC', '/%C3%BC'],
    ['/a//b', '/a//b'],
    ['/a/../b', '/b'],
    ['/?name=a%5Cb', '/?name=a%5Cb'],
    ['/?next=//evil.example', '/?next=//evil.example'],
  ] as const)('%s', async ([redirect, location], { api, discord }) => {
    for (const fault of [undefined, 'denies'] as const) {
      resetDiscord(discord)
      discord.fault = fault
      const { browser, callback } = await agree(api.baseUrl, { redirect })
      const answer = await browser.fetch(callback)
      expect([answer.status, browser.cookies.has(SESSION_COOKIE)]).toEqual([302, fault === undefined])
      const target = new URL(answer.headers.get('location') ?? '', api.baseUrl)
      expect(target.searchParams.get('login_error')).toBe(fault === undefined ? null : 'declined')
      expect(answer.headers.get('location')).toMatch(/^\/(?!\/)/)
      expect([target.origin, target.pathname]).toEqual([api.baseUrl, new URL(location, api.baseUrl).pathname])
      if (fault === undefined) expect(answer.headers.get('location')).toBe(location)
    }
  })
})

test('a forged Host does not change where a login returns to', async ({ api, discord }) => {
  const evil = await api.request('/auth/discord', { headers: { host: 'evil.example' } })
  expect(evil.status).toBe(403)
  await using own = await startTestApi({
    AUTH: 'required',
    PUBLIC_URL: 'https://own.example',
    ...discord.env,
  })
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  const answer = await own.request('/auth/discord', { headers })
  const asked = new URL(answer.headers.get('location') ?? '').searchParams
  expect(asked.get('redirect_uri')).toBe('https://own.example/auth/discord/callback')
})
