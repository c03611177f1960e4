import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../src/index.ts'
import { answerReads, createFakeRegistry } from './fake-registry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('for two seconds after a write, reads of records ask for what the database has', async () => {
  const { client, sentBy } = open()
  expect(await sentBy(() => client.getRecord('1'))).toBeNull()
  await client.set({ user_id: '1', timezone: 'UTC' })
  vi.advanceTimersByTime(1999)
  for (const read of [() => client.getRecord('2'), () => client.time(['2']), () => client.me()])
    expect(await sentBy(read)).toBe('max-age=0')
  for (const other of [() => client.stats(), () => client.changes(), () => client.set({ timezone: 'UTC' })])
    expect(await sentBy(other)).toBeNull()
  vi.advanceTimersByTime(2000)
  expect(await sentBy(() => client.getRecord('1'))).toBeNull()
})

test('a write whose answer is lost counts as well', async () => {
  const { client, sentBy } = open()
  await expect(client.set({ user_id: 'lost', timezone: 'UTC' }, { timeoutMs: 1 })).rejects.toThrow()
  expect(await sentBy(() => client.getRecord('1'))).toBe('max-age=0')
})

test('for two seconds after an event, reads of its user do, and no others', async () => {
  const { client, sentBy } = open()
  const events = client.events({ since: 'a' })
  expect((await events.next()).value?.change.user_id).toBe('1')
  expect(await sentBy(() => client.getRecord('1'))).toBe('max-age=0')
  expect(await sentBy(() => client.time(['2', '1']))).toBe('max-age=0')
  expect(await sentBy(() => client.time(['2'], { at: '2026-12-24T15:00', of: '1' }))).toBe('max-age=0')
  expect(await sentBy(() => client.getRecord('2'))).toBeNull()
  vi.advanceTimersByTime(2000)
  expect(await sentBy(() => client.getRecord('1'))).toBeNull()
  await events.return?.()
})

/** A client of a service whose stream announces a change of the user 1. */
function open() {
  const { fetch, requests } = createFakeRegistry(async (request) => {
    const change = JSON.stringify({ type: 'delete', user_id: '1', at: '' })
    const headers = { 'content-type': 'text/event-stream' }
    if (request.url.includes('/events')) return new Response(`id: b\ndata: ${change}\n\n`, { headers })
    if ((await request.text()).includes('lost')) throw new TypeError('fetch failed')
    return request.method === 'GET' ? answerReads(request) : Response.json({})
  })
  const client = createClient({ baseUrl: 'https://timezones.example', fetch })
  return {
    client,
    sentBy: async (call: () => Promise<unknown>) => {
      await call()
      return requests.at(-1)?.headers.get('cache-control')
    },
  }
}
