import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient, type GivenHours } from '@timezone-registry/client'
import { describe, expect } from 'vitest'
import { test } from '../../apps/api/test/api-test.ts'
import { startTestApi } from '../../apps/api/test/start-test-api.ts'
import { startBot } from '../../examples/discord-js/src/bot.ts'
import type { Bot, Command } from '../../examples/discord-js/src/chat.ts'
import { findPython } from './find-python.ts'

const PYTHON_BOT = fileURLToPath(new URL('../../examples/discord-py', import.meta.url))
const python = findPython('httpx')
const ALL_DAYS: GivenHours['days'] = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']
const NELLY = { id: '80351110224678912', name: 'nelly' }

describe('the client package, against the service', () => {
  test('saves, reads in batches, and deletes', async ({ api }) => {
    const client = createClient({ baseUrl: api.baseUrl })
    const ids = Array.from({ length: 150 }, (_, index) =>
      `batch,${index}`.replace(',', index < 5 ? ',' : '-'),
    )
    await Promise.all(ids.map((id) => client.set({ user_id: id, username: id, timezone: 'europe/kiev' })))
    const found = await client.getMany([...ids, 'nobody'])
    expect(found.size).toBe(150)
    expect(found.get('batch,0')).toMatchObject({ timezone: 'Europe/Kiev', canonical: 'Europe/Kyiv' })
    expect(await client.delete('batch,0')).toBe(true)
    expect(await client.delete('batch,0')).toBe(false)
    expect(await client.get('batch,0')).toBeUndefined()
    expect(Object.keys(await client.list())).toContain('batch-9')
    expect((await client.changes({ limit: 3 })).changes).toHaveLength(3)
    expect((await client.health()).status).toBe('healthy')
    expect(await client.zoneNames()).toContain('Europe/Kyiv')
    expect((await client.stats()).total_users).toBeGreaterThan(100)
    await expect(client.me()).rejects.toMatchObject({ code: 'unauthenticated', status: 401 })
  })

  test('mirrors every change, across lost connections', async ({ api }) => {
    const client = createClient({ baseUrl: api.baseUrl })
    const connections = new Set<AbortController>()
    const mirror = await createClient({
      baseUrl: api.baseUrl,
      // Breaks a stream as a network failure does.
      fetch: (input, init) => {
        const connection = new AbortController()
        connections.add(connection)
        const signal = AbortSignal.any([connection.signal, ...(init?.signal ? [init.signal] : [])])
        return fetch(input, { ...init, signal })
      },
    }).mirror()
    for (let round = 0; round < 3; round++) {
      await expect.poll(() => mirror.isLive).toBe(true)
      const id = `mirrored-${round}`
      await client.set({ user_id: id, username: id, timezone: 'Asia/Tokyo' })
      await expect.poll(() => mirror.users.has(id)).toBe(true)
      for (const connection of connections) connection.abort()
      connections.clear()
      await client.delete(id)
      await expect.poll(() => mirror.users.has(id)).toBe(false)
    }
    expect(Object.fromEntries(mirror.users)).toEqual(await client.list())
    mirror.close()
    await mirror.closed
  })
})

test('the bot in examples/discord-js answers its commands', async ({ api }) => {
  const registry = createClient({ baseUrl: api.baseUrl })
  await registry.delete(NELLY.id)
  const started = Promise.withResolvers<Bot>()
  const chat = { start: async (bot: Bot) => started.resolve(bot), close: async () => {} }
  const bot = await startBot({ chat, registry })
  const { answer: ask, complete } = await started.promise
  const say = async (command: Command) => (await ask(command)).text
  expect(await say({ name: 'time', person: NELLY })).toBe('nelly has not set a time zone.')
  expect(await say({ name: 'timezone set', caller: NELLY, zone: 'Europe/Berln' })).toContain('Europe/Berlin')
  expect(await say({ name: 'timezone set', caller: NELLY, zone: 'europe/berlin' })).toBe(
    'Your time zone is Europe/Berlin.',
  )
  await expect.poll(() => bot.mirror.users.has(NELLY.id)).toBe(true)
  const nelly = /^nelly: \w{3},? \d\d:\d\d \(Europe\/Berlin\)$/
  expect(await say({ name: 'time', person: NELLY })).toMatch(nelly)
  expect(await say({ name: 'times', members: [NELLY, { id: '2', name: 'tom' }] })).toMatch(nelly)
  const members = Array.from({ length: 150 }, (_, at) => ({
    id: at === 120 ? NELLY.id : `other${at}`,
    name: 'x',
  }))
  expect(await ask({ name: 'ping', members })).toEqual({ text: 'Available now: 0 of 150.', pings: [] })
  await registry.setAvailability({ weekly: [{ days: ALL_DAYS, from: '00:00', to: '24:00' }] }, NELLY.id)
  expect(await ask({ name: 'ping', members })).toEqual({
    text: 'Available now: 1 of 150.',
    pings: [NELLY.id],
  })
  await registry.setAvailability({ weekly: [] }, NELLY.id)
  expect(await ask({ name: 'ping', members })).toEqual({ text: 'Available now: 0 of 150.', pings: [] })
  expect(await complete('münch', 'de')).toEqual([
    {
      name: expect.stringMatching(/^\d\d:\d\d · München, Deutschland · Europe\/Berlin$/),
      value: 'Europe/Berlin',
    },
  ])
  expect(await complete('x'.repeat(100), 'de')).toEqual([])
  await bot.close()
})

test('the bot in examples/discord-py answers its commands', async ({ skip }) => {
  if (python === undefined) return skip('Python has no httpx')
  await using fresh = await startTestApi()
  const { stdout } = await promisify(execFile)(python, ['test_bot.py', fresh.baseUrl], {
    cwd: PYTHON_BOT,
  })
  expect(stdout.trim()).toBe('ok')
})
