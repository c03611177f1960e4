import { expect } from 'vitest'
import { test } from './login-setup.ts'
import { startTestApi } from './start-test-api.ts'

test('/privacy.json states the configuration', async ({ discord }) => {
  const env = {
    ...discord.env,
    AUTH: 'required',
    READS: 'required',
    PRIVACY_CONTACT: 'mailto:privacy@timezones.example',
    SESSION_TTL_SECONDS: '7200',
    SESSION_IDLE_SECONDS: '3600',
    CHANGES_RETENTION_DAYS: '7',
    AUDIT_LOG: 'on',
    LOG_NETWORKS: 'off',
    LOG_RETENTION_DAYS: '14',
    LOG_REQUESTS: 'errors',
    DEFAULT_VISIBILITY: 'unlisted',
  }
  await using api = await startTestApi(env)
  const { status, body } = await api.request('/privacy.json')
  expect([status, JSON.parse(body)]).toEqual([
    200,
    {
      contact: 'mailto:privacy@timezones.example',
      writes: 'required',
      reads: 'required',
      default_visibility: 'unlisted',
      providers: [{ id: 'discord', name: 'Discord' }],
      sessions: { max_age_seconds: 7200, max_idle_seconds: 3600, max_per_person: 100 },
      deletions: { reported_for_days: 7 },
      logs: { requests: 'errors', audit: true, networks: false, kept_for_days: 14 },
    },
  ])
})

test('it may be stored and revalidated, and says nothing about its operator’s systems', async ({ api }) => {
  const { headers, body } = await api.request('/privacy.json')
  expect(headers.get('cache-control')).toBe('no-cache')
  const again = await api.request('/privacy.json', {
    headers: { 'if-none-match': headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
  expect(body).not.toMatch(/secret|postgres|redis|127\.0\.0\.1/i)
})

test.for([
  ['info', 'all'],
  ['warn', 'errors'],
  ['silent', 'none'],
] as const)('at LOG_LEVEL=%s, it states which requests are logged: %s', async ([LOG_LEVEL, requests]) => {
  await using api = await startTestApi({ LOG_LEVEL })
  expect(JSON.parse((await api.request('/privacy.json')).body).logs.requests).toBe(requests)
})
