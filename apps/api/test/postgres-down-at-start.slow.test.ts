import { freePort } from '@timezone-registry/test-servers/free-port'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { expect, test } from 'vitest'
import { rawBytes, rawFetch } from './raw-request.ts'

test('while PostgreSQL is down at startup, the process is live but not ready, and it starts once it is up', async () => {
  await using postgres = await startTestPostgres()
  await postgres.stop('SIGKILL')
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  await using service = startProcess({ DATABASE_URL: postgres.url, PORT: String(port) })
  await waitUntil(() => isAnswering(`${address}/livez`), 'an answer')
  expect(await statusOf(`${address}/livez`)).toBe(200)
  // Such as HAProxy's probes.
  expect(await rawBytes(address, 'GET /livez HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.[01] 200 /)
  const { status, headers, body } = await rawFetch(`${address}/readyz`)
  expect([status, headers.get('content-type')]).toEqual([503, 'application/problem+json; charset=utf-8'])
  expect(headers.get('retry-after')).toBe('5')
  expect(JSON.parse(body)).toMatchObject({ code: 'unavailable' })
  expect(await statusOf(`${address}/v1/get?id=1`)).toBe(503)

  await postgres.start()
  await service.ready()
  expect(await statusOf(`${address}/readyz`)).toBe(200)
  expect(await rawBytes(address, 'GET /readyz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.[01] 200 /)
  expect(service.log.filter(({ msg }) => String(msg).includes('is unavailable'))).toHaveLength(1)
})

async function statusOf(url: string): Promise<number> {
  return (await rawFetch(url)).status
}

function isAnswering(url: string): Promise<boolean> {
  return statusOf(url).then(
    () => true,
    () => false,
  )
}
