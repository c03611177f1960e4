import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { describe, expect, test } from 'vitest'
import { rawFetch } from './raw-request.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

describe.concurrent('the log', () => {
  test('has one line for each request, with its id and without query values', async () => {
    await using service = startProcess({ DATABASE_URL: await createTestDatabase() })
    const address = await service.ready()
    const answer = await rawFetch(`${address}/v1/get?id=private`, {
      headers: { 'x-request-id': 'from-a-balancer.1' },
    })
    expect(answer.headers.get('x-request-id')).toBe('from-a-balancer.1')
    const made = await rawFetch(`${address}/stats`, { headers: { 'x-request-id': 'forged "} line' } })
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    service.kill('SIGINT')
    await service.ended()

    const requests = service.log.filter(({ msg }) => msg === 'request')
    expect(requests).toMatchObject([
      { level: 'info', method: 'GET', path: '/v1/get', status: 404, request_id: 'from-a-balancer.1' },
      {
        level: 'info',
        method: 'GET',
        path: '/stats',
        status: 200,
        request_id: made.headers.get('x-request-id'),
      },
    ])
    for (const line of requests) expect(line.duration_ms).toBeTypeOf('number')
    expect(JSON.stringify(service.log)).not.toContain('private')
  })

  test.for([
    ['errors', ['/*']],
    ['none', []],
  ] as const)('with LOG_REQUESTS=%s has only the requests %j', async ([LOG_REQUESTS, paths]) => {
    await using service = startProcess({ DATABASE_URL: await createTestDatabase(), LOG_REQUESTS })
    const address = await service.ready()
    await rawFetch(`${address}/stats`)
    await rawFetch(`${address}/nothing`)
    service.kill('SIGINT')
    await service.ended()
    expect(service.log.filter(({ msg }) => msg === 'request').map(({ path }) => path)).toEqual(paths)
  })

  test('has an outage of the database once, and only those probes that failed, as no errors', async () => {
    await using postgres = await startTestPostgres()
    await using service = startProcess({ DATABASE_URL: postgres.url })
    const address = await service.ready()
    const statusOf = async () => (await rawFetch(`${address}/readyz`)).status
    for (const probe of ['/livez', '/v1/readyz', '/health']) await rawFetch(`${address}${probe}`)
    await postgres.stop('SIGKILL')
    await waitUntil(async () => (await statusOf()) === 503, 'the probe to fail')
    for (let probe = 0; probe < 3; probe++) expect(await statusOf()).toBe(503)
    const outage = () => service.log.filter(({ msg }) => String(msg).startsWith('The database '))
    await waitUntil(() => outage().length > 0, 'the outage to be logged')
    expect(outage()).toMatchObject([
      { level: 'warn', msg: 'The database does not answer', err: { message: expect.any(String) } },
    ])
    await postgres.start()
    // Nobody probes.
    await waitUntil(() => outage().length === 2, 'the recovery to be logged')
    expect(outage()[1]).toMatchObject({ level: 'info', msg: 'The database answers again' })
    expect(await statusOf()).toBe(200)
    service.kill('SIGINT')
    await service.ended()
    const requests = service.log.filter(({ msg }) => msg === 'request')
    expect(requests.length).toBeGreaterThan(0)
    for (const probe of requests) expect(probe).toMatchObject({ level: 'info', path: '/readyz', status: 503 })
    expect(service.log.filter(({ msg }) => String(msg).startsWith('Request refused'))).toEqual([])
    expect(outage()).toHaveLength(2)
  })

  test('has an outage that only requests notice once, a sample of them, and no stack for each', async () => {
    await using postgres = await startTestPostgres()
    await using service = startProcess({ DATABASE_URL: postgres.url })
    const address = await service.ready()
    const set = () =>
      rawFetch(`${address}/set`, {
        method: 'POST',
        body: 'user_id=1&username=ada&timezone=UTC',
        headers: FORM,
      })
    expect((await set()).status).toBe(200)
    await postgres.stop('SIGKILL')
    const outage = () => service.log.filter(({ msg }) => /^The database |^Lost/.test(String(msg)))
    await waitUntil(async () => {
      expect((await set()).status).toBe(503)
      return outage().length > 0
    }, 'the outage to be logged')
    const refusals = await Promise.all(Array.from({ length: 50 }, set))
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 503))
    await postgres.start()
    await waitUntil(() => outage().length === 2, 'the recovery to be logged')
    service.kill('SIGINT')
    await service.ended()

    expect(outage().map(({ msg }) => msg)).toEqual([
      'The database does not answer',
      'The database answers again',
    ])
    const refused = service.log.filter(({ msg }) => msg === 'Request refused: unavailable')
    const requests = service.log.filter(({ status }) => status === 503)
    for (const sample of [refused, requests]) {
      expect(sample.length).toBeGreaterThan(0)
      expect(sample.length).toBeLessThan(refusals.length)
    }
    for (const line of refused)
      expect(line).toMatchObject({
        level: 'warn',
        reason: expect.any(String),
        request_id: expect.any(String),
      })
    expect(JSON.stringify([...refused, ...requests])).not.toContain('"stack"')
  })
})
