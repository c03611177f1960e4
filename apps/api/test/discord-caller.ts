import { generateKeyPairSync, type KeyObject, randomInt, sign } from 'node:crypto'
import { TEXTS } from '@timezone-registry/discord/texts'
import { expect } from 'vitest'

/** A person at Discord. */
export type DiscordPerson = {
  id: string
  username: string
  global_name?: string
  nick?: string
  locale?: string
}

/** What the service answers: the status and, if it is JSON, the body. */
// biome-ignore lint/suspicious/noExplicitAny: the answers of Discord's interactions have many shapes.
export type Reply = { status: number; body: any; text: string; type: string | null; headers: Headers }

export const APPLICATION_ID = '1234567890123456789'

const MAX_ATTEMPTS = 5
const UNAVAILABLE = Object.values(TEXTS).map(({ answers }) => answers.unavailable)

type Named = { name: string; value: string | boolean; focused?: boolean }

const { publicKey, privateKey } = generateKeyPairSync('ed25519')

export const DISCORD_ENV = {
  DISCORD_APPLICATION_ID: APPLICATION_ID,
  DISCORD_PUBLIC_KEY: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex'),
}

export type DiscordCaller = ReturnType<typeof createDiscordCaller>

/** Discord as a service with `DISCORD_ENV` sees it. */
export function createDiscordCaller(baseUrl: string) {
  /** Sends a body with a signature of it, which `changes` may replace. */
  async function post(
    body: string | Buffer,
    changes: { timestamp?: string; key?: KeyObject; headers?: Record<string, string> } = {},
  ): Promise<Reply> {
    const { timestamp = String(Math.floor(Date.now() / 1000)), key = privateKey, headers } = changes
    const signed = Buffer.concat([Buffer.from(timestamp), Buffer.from(body)])
    const response = await fetch(`${baseUrl}/discord/interactions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-signature-timestamp': timestamp,
        'x-signature-ed25519': sign(null, signed, key).toString('hex'),
        ...headers,
      },
      body,
    })
    const text = await response.text()
    const type = response.headers.get('content-type')
    return {
      status: response.status,
      text,
      type,
      headers: response.headers,
      body: type?.includes('json') ? JSON.parse(text) : undefined,
    }
  }

  /**
   * Sends an interaction of a person, in a server unless they have no nick there. As a person would, tries again what could
   * not be done within a second: the machine may be busy.
   */
  async function interact(person: DiscordPerson, interaction: object): Promise<Reply> {
    for (let attempt = 1; ; attempt += 1) {
      const reply = await post(JSON.stringify({ ...envelopeOf(person), ...interaction }))
      if (attempt === MAX_ATTEMPTS || !UNAVAILABLE.includes(reply.body?.data?.content)) return reply
    }
  }

  /** A slash command: `time`, or `timezone set`. An option that is a person is their id, and Discord says who that is. */
  function command(
    person: DiscordPerson,
    path: string,
    given: Record<string, DiscordPerson | string | boolean> = {},
  ): Promise<Reply> {
    const [name = '', subcommand] = path.split(' ')
    const options = Object.entries(given).map(([name, value]) => ({
      name,
      value: typeof value === 'object' ? value.id : value,
      type: 3,
    }))
    const people = Object.values(given).filter((value) => typeof value === 'object')
    const data = {
      id: randomId(),
      name,
      type: 1,
      options: nest(subcommand, options),
      resolved: resolve(people),
    }
    return interact(person, { type: 2, data })
  }

  const says = async (...args: Parameters<typeof command>) => contentOf(await command(...args))

  return {
    post,
    interact,
    command,
    says,
    /** A person who has saved a zone. */
    personIn: async (zone: string, person = randomPerson()) => {
      expect(await says(person, 'timezone set', { zone })).toContain('Saved.')
      return person
    },
    /** The command in the menu of a person. */
    menu: (person: DiscordPerson, target: DiscordPerson) =>
      interact(person, {
        type: 2,
        data: {
          id: randomId(),
          name: 'Local time',
          type: 2,
          target_id: target.id,
          resolved: resolve([target]),
        },
      }),
    /** What a person is typing as the zone. */
    type: (person: DiscordPerson, text: string) => {
      const options = nest('set', [{ name: 'zone', value: text, focused: true }])
      return interact(person, {
        type: 4,
        data: { id: randomId(), name: 'timezone', type: 1, options },
      })
    },
    /** A button of a message. */
    press: (person: DiscordPerson, reply: Reply, label: string) => {
      const buttons: { label: string; custom_id: string }[] = reply.body.data.components[0].components
      const pressed = buttons.find((button) => button.label === label)
      if (pressed === undefined) throw new Error(`No button ${label}: ${reply.text}`)
      const data = { custom_id: pressed.custom_id, component_type: 2 }
      return interact(person, {
        type: 3,
        data,
        message: { id: randomId(), content: reply.body.data.content },
      })
    },
    /** The form that a button opened. */
    submit: (person: DiscordPerson, form: Reply, value: string) => {
      const { custom_id, components } = form.body.data
      const [{ custom_id: field }] = components[0].components
      const filled = [{ type: 1, components: [{ type: 4, custom_id: field, value }] }]
      return interact(person, { type: 5, data: { custom_id, components: filled } })
    },
  }
}

/** What an answer says, after checking that it notifies nobody. */
export function contentOf({ status, body, type }: Reply): string {
  expect([status, type]).toEqual([200, 'application/json; charset=utf-8'])
  expect(body.data.allowed_mentions).toEqual({ parse: [] })
  expect(body.data.content.length).toBeLessThanOrEqual(2000)
  return body.data.content
}

/** A person whom no other test uses. */
export function randomPerson(person: Partial<DiscordPerson> = {}): DiscordPerson {
  const id = randomId()
  return { id, username: `user${id.slice(-6)}`, locale: 'en-GB', ...person }
}

export function randomId(): string {
  return `80${randomInt(1e8, 1e9)}${randomInt(1e7, 1e8)}`
}

function envelopeOf({ nick, locale, ...user }: DiscordPerson) {
  const where =
    nick === undefined
      ? { user, context: 1, authorizing_integration_owners: { 1: user.id } }
      : { member: { user, nick, roles: [], permissions: '0' }, guild_id: '1', context: 0 }
  const entitlements = { entitlements: [], app_permissions: '0', attachment_size_limit: 1 }
  return {
    id: randomId(),
    application_id: APPLICATION_ID,
    token: 'secret',
    version: 1,
    locale,
    ...where,
    ...entitlements,
  }
}

function nest(subcommand: string | undefined, options: Named[]): object[] {
  return subcommand === undefined ? options : [{ type: 1, name: subcommand, options }]
}

function resolve(people: DiscordPerson[]) {
  const members = people.filter(({ nick }) => nick !== undefined)
  return {
    users: Object.fromEntries(people.map(({ nick: _, locale: __, ...user }) => [user.id, user])),
    members: Object.fromEntries(members.map(({ id, nick }) => [id, { nick, roles: [] }])),
  }
}
