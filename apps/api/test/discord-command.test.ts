import { defineCommands } from '@timezone-registry/discord/command-definitions'
import { explainRefusal } from '@timezone-registry/discord/register-commands'
import { LANGUAGE_OF_LOCALE, TEXTS } from '@timezone-registry/discord/texts'
import { Locale, type RESTPostAPIApplicationCommandsJSONBody } from 'discord-api-types/v10'
import { describe, expect, test } from 'vitest'
import { APPLICATION_ID, DISCORD_ENV } from './discord-caller.ts'
import { startFakeDiscordRest } from './fake-discord-rest.ts'
import { runCommand } from './run-command.ts'

const TOKEN = 'a.bot.token'
const env = { ...DISCORD_ENV, DISCORD_BOT_TOKEN: TOKEN }
const NAMES = ['time', 'times', 'timezone', 'availability', 'when', 'Local time']
const FOREIGN = { id: '1', name: 'play', type: 1, description: 'Another bot’s' }
// The same name, but of another kind.
const ALIKE = { id: '2', name: 'time', type: 3 }

async function startFake() {
  const fake = await startFakeDiscordRest(APPLICATION_ID, TOKEN)
  fake.commands.push({ ...FOREIGN }, { ...ALIKE })
  return fake
}

const register = (url: string, ...args: string[]) =>
  runCommand(env, 'discord', 'register', '--api-url', url, ...args)

describe('registry discord register', () => {
  test('registers the commands, again without a difference, and removes only them', async () => {
    await using fake = await startFake()
    expect(await register(fake.url)).toEqual({
      code: 0,
      stdout: '',
      stderr: `Registered: ${NAMES.join(', ')}.\n`,
    })
    const first = structuredClone(fake.commands)
    expect(first.map(({ name }) => name)).toEqual(['play', 'time', ...NAMES])
    expect(await register(`${fake.url}/`)).toMatchObject({ code: 0 })
    expect(fake.commands).toEqual(first)
    const removed = await register(fake.url, '--remove', '--json')
    expect(JSON.parse(removed.stdout).map(({ name }: { name: string }) => name)).toEqual(NAMES)
    expect(fake.commands).toEqual([FOREIGN, ALIKE])
    expect((await register(fake.url, '--remove')).stderr).toBe('Removed: nothing.\n')
  })

  test('replaces commands that are registered differently', async () => {
    await using fake = await startFake()
    fake.commands.push({ id: '3', name: 'when', type: 1, description: 'An earlier version' })
    await register(fake.url)
    expect(fake.commands.find(({ id }) => id === '3')).toMatchObject({
      name: 'when',
      options: expect.any(Array),
    })
  })

  test('waits as long as Discord says', async () => {
    await using fake = await startFake()
    fake.limited = 3
    expect(await register(fake.url)).toMatchObject({ code: 0 })
    fake.limited = 100
    expect(await register(fake.url)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('rate limited'),
    })
  })

  test('shows what Discord says of the token and the application', async () => {
    await using fake = await startFakeDiscordRest('98765432109876543', TOKEN)
    const other = await register(fake.url)
    expect(other.stderr).toContain(
      'Discord refused with 403: Missing Access\nCheck that DISCORD_APPLICATION_ID',
    )
    const args = ['discord', 'register', '--api-url', fake.url]
    const wrong = await runCommand({ ...env, DISCORD_BOT_TOKEN: 'wrong' }, ...args)
    expect(wrong.stderr).toContain('Discord refused with 401: 401: Unauthorized\nCheck DISCORD_BOT_TOKEN')
    expect(wrong.stderr).not.toContain('wrong')
  })

  test('needs the settings, and an address that may have the token', async () => {
    const { stderr, code } = await runCommand({}, 'discord', 'register')
    expect([code, stderr]).toEqual([
      78,
      expect.stringMatching(/DISCORD_APPLICATION_ID.*\n.*DISCORD_BOT_TOKEN/),
    ])
    const { stderr: refused } = await register('http://discord.example')
    expect(refused).toContain('https://')
  })

  test('shows Discord’s validation errors by field', () => {
    const errors = {
      options: { 0: { name: { _errors: [{ code: 'X', message: 'Must be between 1 and 32.' }] } } },
    }
    const text = JSON.stringify({ message: 'Invalid Form Body', code: 50035, errors })
    expect(explainRefusal(400, text)).toBe(
      'Discord refused with 400: Invalid Form Body\n  options.0.name: Must be between 1 and 32.',
    )
    expect(explainRefusal(502, '<html>')).toBe('Discord refused with 502: <html>')
  })
})

describe('the commands', () => {
  const definitions = defineCommands()

  test('have the types of Discord', () => {
    const bodies = definitions as RESTPostAPIApplicationCommandsJSONBody[]
    for (const { integration_types, contexts } of bodies) {
      expect(integration_types).toEqual([0, 1])
      expect(contexts).toEqual([0, 1, 2])
    }
  })

  test('have texts in every locale that they are answered in, and Discord has each', () => {
    for (const locale of Object.keys(LANGUAGE_OF_LOCALE)) expect(Object.values(Locale)).toContain(locale)
    for (const language of Object.values(LANGUAGE_OF_LOCALE)) expect(TEXTS).toHaveProperty(language)
  })

  test('have labels within Discord’s lengths', () => {
    for (const { answers: texts } of Object.values(TEXTS)) {
      for (const label of [texts.share, texts.change]) expect(label.length).toBeLessThanOrEqual(80)
      for (const label of [texts.formTitle, texts.formLabel]) expect(label.length).toBeLessThanOrEqual(45)
    }
  })

  test('have no text twice in other languages than English, as if it were not translated', () => {
    const { en: english, ...others } = TEXTS
    for (const [language, { commands }] of Object.entries(others))
      for (const [key, text] of Object.entries(commands))
        if (typeof text === 'string')
          expect([language, key, text]).not.toEqual([language, key, Reflect.get(english.commands, key)])
  })
})
