import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as clientPackage from '@timezone-registry/client'
import { startProcess } from '@timezone-registry/test-servers/service-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect } from 'vitest'
import { test } from './api-test.ts'
import { APPLICATION_ID, createDiscordCaller, DISCORD_ENV, randomPerson } from './discord-caller.ts'
import { startFakeDiscordRest } from './fake-discord-rest.ts'
import { spawnCommand } from './run-command.ts'
import { createTestKey, randomUser, type TestApi } from './start-test-api.ts'

// Runs the code in docs/guides, and the readme's, against the service.

const GUIDES = fileURLToPath(new URL('../../../docs/guides', import.meta.url))
const OLD_LIST = {
  old1: { username: 'nelly', timezone: 'Europe/Kiev' },
  old2: { username: 'x', timezone: 'No' },
}

test('a bot shows a user’s time and saves one', async ({ api }) => {
  const [, show = '', save = '', complete = ''] = await loadBlocks('build-a-bot', 'js')
  const { user_id, username } = randomUser()
  const registry = clientPackage.createClient({ baseUrl: api.baseUrl })
  const say = (code: string, input = '') =>
    run(code, { ...clientPackage, registry, userId: user_id, username, input, locale: 'pt-BR' })
  expect(await say(show)).toBe('No time zone set.')
  expect(await say(save, 'Europe/Berln')).toContain('Did you mean Europe/Berlin?')
  expect(await say(save, 'europe/berlin')).toBe('Your time zone is Europe/Berlin.')
  expect(await say(show)).toMatch(/^\d\d:\d\d$/)
  const choice = { name: expect.stringMatching(/^\d\d:\d\d · Munique, Alemanha$/), value: 'Europe/Berlin' }
  expect(await say(complete, 'munich')).toEqual([choice])
})

test('a bot pings the members who are available', async ({ api }) => {
  const blocks = await loadBlocks('build-a-bot', 'js')
  const ping = blocks.find((code) => code.includes('memberIds')) ?? ''
  expect(ping.trim().split('\n').length).toBeLessThanOrEqual(10)
  const registry = clientPackage.createClient({ baseUrl: api.baseUrl })
  const memberIds = Array.from({ length: 250 }, (_, at) => `member ${at}`)
  const say = () => run(ping, { registry, memberIds })
  for (const at of [3, 120, 249]) {
    const [user_id = ''] = memberIds.slice(at)
    await registry.set({ user_id, username: 'x', timezone: 'Asia/Tokyo' })
    const days: clientPackage.GivenHours['days'] = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']
    const weekly = [{ days, from: '00:00', to: '24:00' }]
    if (at > 3) await registry.setAvailability({ weekly }, user_id)
  }
  expect(await say()).toBe('<@member 120> <@member 249>')
  for (const at of [120, 249]) await registry.setAvailability({ weekly: [] }, memberIds[at])
  expect(await say()).toBe('Nobody is available right now.')
})

test('a program in another language reads and saves with curl', async ({ api }) => {
  const [block = ''] = await loadBlocks('build-a-bot', 'sh')
  const { key } = await createTestKey(api)
  const env = { ...process.env, REGISTRY_KEY: key }
  const script = block.replaceAll('https://timezones.example', api.baseUrl).replaceAll('curl', 'curl -s')
  const { stdout } = await promisify(execFile)('bash', ['-ec', script], { env })
  expect(stdout).toContain('"missing":["1","2","3"]')
  expect(stdout).toContain('"timezone":"Europe/Berlin"')
})

test('the readme saves and reads a record with curl, and a program reads its time', async ({ api }) => {
  const block = (await loadBlocks('../../README', 'sh')).find((code) => code.startsWith('curl ')) ?? ''
  const script = block.replaceAll('http://127.0.0.1:3000', api.baseUrl).replaceAll('curl', 'curl -s')
  const { stdout } = await promisify(execFile)('bash', ['-ec', script])
  const [, shown = ''] = /^# (\{.*), …/m.exec(block) ?? []
  expect(stdout).toContain(`${shown},`)
  const [program = ''] = await loadBlocks('../../README', 'js')
  const lines: string[][] = []
  const console = { log: (...words: string[]) => lines.push(words) }
  await run(program.replaceAll('http://127.0.0.1:3000', api.baseUrl), { console })
  expect(lines).toEqual([['nelly', expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+[+-]\d\d:00$/)]])
})

test('a mirror holds the records and reports changes', async ({ api }) => {
  const [block = ''] = await loadBlocks('mirror-the-registry', 'js')
  const user = { user_id: '80351110224678912', username: 'nelly' }
  await api.save('UTC', user)
  const lines: string[] = []
  const console = { log: (...words: string[]) => lines.push(words.join(' ')) }
  const mirror = (await run(`${toAddress(block, api)}\nreturn mirror`, {
    ...clientPackage,
    console,
  })) as clientPackage.Mirror
  expect(mirror.users.get(user.user_id)).toEqual({ username: 'nelly', timezone: 'UTC' })
  await api.client.deleteTimezone({ query: { user_id: user.user_id } })
  await expect.poll(() => lines.includes(`delete ${user.user_id}`)).toBe(true)
  mirror.close()
  await mirror.closed
})

test('the records of another registry are moved, and refused ones are reported', async ({ api }) => {
  const [block = ''] = await loadBlocks('discord-plugins', 'js')
  const { key } = await createTestKey(api)
  const old = createServer((_req, res) => res.end(JSON.stringify(OLD_LIST))).listen(0, '127.0.0.1')
  await new Promise((resolve) => old.once('listening', resolve))
  const code = toAddress(block, api).replace(
    'https://old.example',
    `http://127.0.0.1:${(old.address() as AddressInfo).port}`,
  )
  const warned: string[] = []
  const console = { warn: (userId: string) => warned.push(userId) }
  await run(code, { ...clientPackage, console, process: { env: { REGISTRY_KEY: key } } })
  old.close()
  const { body } = await api.client.getTimezone({ query: { id: 'old1' } })
  expect(body).toMatchObject({ timezone: 'Europe/Kiev' })
  expect(warned).toEqual(['old2'])
})

test('a Discord app is set up, and somebody saves a time zone and sees it', async () => {
  await using rest = await startFakeDiscordRest(APPLICATION_ID, 'a token')
  const [ini = ''] = await loadBlocks('discord-app', 'ini')
  const [sh = ''] = await loadBlocks('discord-app', 'sh')
  // 2. The settings, with those of the application.
  const settings = Object.fromEntries(ini.match(/^ *\w+(?==)/gm)?.map((name) => [name.trim(), '']) ?? [])
  expect(Object.keys(settings)).toEqual(Object.keys(DISCORD_ENV))
  const env = { DATABASE_URL: await createTestDatabase(), AUTH: 'required', ...DISCORD_ENV }
  await using service = startProcess(env)
  const baseUrl = await service.ready()
  const discord = createDiscordCaller(baseUrl)
  // 3. What Discord sends before it saves the URL.
  const person = randomPerson()
  expect((await discord.interact(person, { type: 1 })).body).toEqual({ type: 1 })
  expect((await discord.post('{"type":1}', { timestamp: '1' })).status).toBe(401)
  // 4. The commands.
  const [, args = ''] = /npx registry (.*)$/m.exec(sh) ?? []
  const command = [...args.split(' '), '--api-url', rest.url]
  const { code, stderr } = await spawnCommand({ ...env, DISCORD_BOT_TOKEN: 'a token' }, ...command)
  expect([code, stderr]).toEqual([0, 'Registered: time, times, timezone, availability, when, Local time.\n'])
  const registered = rest.commands.map(({ name }) => name)
  expect(registered).toEqual(expect.arrayContaining(['time', 'timezone']))
  // The first commands.
  const [choice] = (await discord.type(person, 'berlin')).body.data.choices
  await discord.personIn(choice.value, person)
  expect(await discord.says(person, 'time')).toContain('Berlin, Germany')
})

async function loadBlocks(guide: string, language: string): Promise<string[]> {
  const text = await readFile(`${GUIDES}/${guide}.md`, 'utf8')
  return [...text.matchAll(new RegExp(`^ *\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  )
}

function toAddress(code: string, { baseUrl }: TestApi): string {
  return code.replaceAll('https://timezones.example', baseUrl)
}

/** Runs a code block with these names in place of its imports. Resolves to its return value. */
async function run(code: string, names: Record<string, unknown>): Promise<unknown> {
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...args: unknown[]) => unknown
  return new AsyncFunction(...Object.keys(names), code.replace(/^import .*$/gm, ''))(...Object.values(names))
}
