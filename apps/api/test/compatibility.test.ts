import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RawAnswer } from './raw-request.ts'
import { startTestApi, type TestApi } from './start-test-api.ts'

// Requests that existing timezoneDB clients send, taken from their source. They must work with only a new base URL.

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

describe('a Discord client plugin', () => {
  const browser = { origin: 'https://discord.com', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }

  test('loads the whole list at startup and reads [id].timezone', async () => {
    const record = { user_id: 'plugin-list', username: 'plugin-list', timezone: 'Europe/Kiev' }
    await api.client.setTimezone({ body: record })
    const load = () => api.request('/list', { headers: { ...browser, accept: 'application/json' } })
    await expect.poll(async () => (await load()).body).toContain('plugin-list')
    const answer = await load()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://discord.com')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    const list = JSON.parse(answer.body)
    // The plugin compares it with the browser's own, often older, spelling: the saved name, and no other field.
    expect(list['plugin-list']).toEqual({ username: 'plugin-list', timezone: 'Europe/Kiev' })
    expect(Object.values(list).every((entry) => typeof entry === 'object')).toBe(true)
  })

  test('may delete, as a preflight says', async () => {
    const preflight = await api.request('/delete?user_id=plugin-delete', {
      method: 'OPTIONS',
      headers: { ...browser, 'access-control-request-method': 'DELETE' },
    })
    expect(preflight.status).toBe(204)
    expectReadableWithCredentials(preflight)
    expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE')
  })

  test('shows the message of the JSON body when something fails, and can read it from its origin', async () => {
    const answer = await api.request('/set', {
      method: 'POST',
      headers: { ...browser, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'timezone=Mars%2FPhobos&user_id=1&username=x',
    })
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.body).message).toMatch(/^[A-Z].*[.?]$/)
    expectReadableWithCredentials(answer)
  })

  test('of an older build, which saves with an empty JSON body and the zone in the query, gets an error that names the missing fields', async () => {
    const answer = await api.request('/set?timezone=Europe/Berlin', {
      method: 'POST',
      headers: { ...browser, 'content-type': 'application/json' },
    })
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([400, 'invalid_request'])
    expect(JSON.parse(answer.body).errors.map(({ path }: { path: string }) => path)).toEqual([
      'user_id',
      'username',
    ])
  })

  function expectReadableWithCredentials({ headers }: RawAnswer): void {
    expect(headers.get('access-control-allow-origin')).toBe('https://discord.com')
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect(headers.get('vary')).toMatch(/\bOrigin\b/)
  }
})

test('a second family of clients sends X-User-Agent, which a preflight must allow', async () => {
  const answer = await api.request('/get?id=1', {
    method: 'OPTIONS',
    headers: {
      origin: 'https://client.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-user-agent',
    },
  })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('x-user-agent')
})
