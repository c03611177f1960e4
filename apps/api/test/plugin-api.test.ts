import { describe, expect } from 'vitest'
import { test } from './api-test.ts'
import { bulk, ELSEWHERE, ok, problemOf, save, summaryOf } from './plugin-requests.ts'

// The wire format of the plugins for Vencord, Aliucord and shelter, from their source. Tests compare whole responses.

const LARGE_ID = '80351110224678913'

describe('GET /api/user/{id}', () => {
  test('returns the saved zone and the current offset to any page', async ({ api }) => {
    await save(api, 'mumbai', 'Asia/Calcutta')
    for (const path of ['/api/user/mumbai', '/v1/api/user/mumbai']) {
      const answer = await api.request(path, { headers: ELSEWHERE })
      const body = { userId: 'mumbai', timezoneId: 'Asia/Calcutta', timezone: '+5:30' }
      expect(summaryOf(answer)).toEqual(ok(body))
    }
  })

  test.for(['', '/exists'])('%s is 404 not_found for a user without a record', async (path, { api }) => {
    const answer = await api.request(`/api/user/nobody${path}`, { headers: ELSEWHERE })
    expect(summaryOf(answer)).toEqual({
      status: 404,
      type: 'application/problem+json; charset=utf-8',
      cacheControl: 'no-store',
      origin: '*',
      body: problemOf(answer, {
        error: 'not_found',
        title: 'Not Found',
        status: 404,
        code: 'not_found',
        message: 'User not found',
      }),
    })
  })
})

test('GET /api/user/{id}/exists says that there is a record', async ({ api }) => {
  await save(api, 'known', 'UTC')
  const known = await api.request('/api/user/known/exists', { headers: ELSEWHERE })
  expect(summaryOf(known)).toEqual(ok({ exists: true }))
})

describe('POST /api/user/bulk', () => {
  test('returns an entry for every id, null without a record, to a page of any origin', async ({ api }) => {
    await save(api, 'a', 'America/Bogota')
    await save(api, '__proto__', 'UTC')
    const answer = await bulk(api, '["a", "nobody", "__proto__", "a"]', ELSEWHERE)
    const body = JSON.parse(
      '{"a":{"userId":"a","timezoneId":"America/Bogota","timezone":"-5"},"nobody":null,"__proto__":{"userId":"__proto__","timezoneId":"UTC","timezone":"0"}}',
    )
    expect(summaryOf(answer)).toEqual(ok(body))
  })

  test('accepts ids as numbers, without rounding large ones', async ({ api }) => {
    await save(api, LARGE_ID, 'Asia/Karachi')
    await save(api, '7', 'UTC')
    // The smallest number of 16 digits that a double cannot hold.
    await save(api, '9007199254740993', 'UTC')
    const { status, body } = await bulk(api, `[${LARGE_ID}, 7, 9007199254740993]`)
    expect([status, JSON.parse(body)]).toEqual([
      200,
      {
        [LARGE_ID]: { userId: LARGE_ID, timezoneId: 'Asia/Karachi', timezone: '+5' },
        7: { userId: '7', timezoneId: 'UTC', timezone: '0' },
        '9007199254740993': { userId: '9007199254740993', timezoneId: 'UTC', timezone: '0' },
      },
    ])
  })

  test.for([
    ['an object', '{"ids":[]}'],
    ['a fraction', '[1.5]'],
    ['a negative number', '[-1]'],
    ['a large negative number', '[-9007199254740993]'],
    ['a number of more than 19 digits', '[3e34]'],
    ['a list in a list', '[["1"]]'],
    ['too many ids', JSON.stringify(Array.from({ length: 501 }, String))],
    ['no JSON', '["1"'],
  ] as const)('refuses %s', async ([, body], { api }) => {
    const answer = await bulk(api, body)
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([400, 'invalid_request'])
  })

  test('an empty list is an empty object', async ({ api }) => {
    expect((await bulk(api, '[]')).body).toBe('{}')
  })
})

test('every error under /api has the member `error`, and no other error does', async ({ api }) => {
  const errorOf = async (method: string, path: string) => {
    const { status, body } = await api.request(path, { method })
    return [status, JSON.parse(body).error]
  }
  expect(await errorOf('GET', '/api/no/such/path')).toEqual([404, 'no_such_route'])
  expect(await errorOf('POST', '/api/user')).toEqual([405, 'method_not_allowed'])
  expect(await errorOf('GET', '/v1/api/user/%ff')).toEqual([400, 'invalid_request'])
  expect(await errorOf('GET', '/apiary')).toEqual([404, undefined])
  expect(await errorOf('GET', '/get')).toEqual([400, undefined])
})

test('a preflight allows what plugins send', async ({ api }) => {
  const preflight = (path: string, method: string) =>
    api.request(path, {
      method: 'OPTIONS',
      headers: { ...ELSEWHERE, 'access-control-request-method': method },
    })
  const bulkAnswer = await preflight('/api/user/bulk', 'POST')
  expect([bulkAnswer.status, bulkAnswer.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  const allowed = bulkAnswer.headers.get('access-control-allow-headers')?.split(',')
  expect(allowed).toEqual(
    expect.arrayContaining(['Authorization', 'Content-Type', 'User-Agent', 'X-User-Agent']),
  )
  const write = await preflight('/api/user', 'PUT')
  expect(write.headers.get('access-control-allow-methods')).toBe('GET,HEAD,PUT,DELETE,OPTIONS')
  expect(write.headers.get('access-control-allow-origin')).toBeNull()
})
