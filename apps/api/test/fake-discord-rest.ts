import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { Locale } from 'discord-api-types/v10'

/** A command as Discord has it. */
type RegisteredCommand = { id: string; name: string; type: number; [key: string]: unknown }

/** A fake of the part of Discord's API that registers commands, with its documented limits. */
export type FakeDiscordRest = AsyncDisposable & {
  readonly url: string
  readonly commands: RegisteredCommand[]
  /** How many of the next requests are refused with 429. */
  limited: number
}

type Errors = { [key: string]: Errors | { code: string; message: string }[] }

const CHAT_NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u
const LOCALES: readonly string[] = Object.values(Locale)
const MAX_OPTIONS = 25
const MAX_COMMAND_CHARACTERS = 8000

/** Starts it on a free loopback port, for one application. */
export async function startFakeDiscordRest(
  applicationId: string,
  botToken: string,
): Promise<FakeDiscordRest> {
  const commands: RegisteredCommand[] = []
  const server = createServer(async (req, res) => {
    const { status, body } = await respond(req)
    if (status === 429) res.setHeader('retry-after', '0.01')
    res.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const fake: FakeDiscordRest = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    commands,
    limited: 0,
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
    },
  }

  async function respond(req: IncomingMessage): Promise<{ status: number; body?: object }> {
    if (fake.limited > 0) {
      fake.limited -= 1
      return {
        status: 429,
        body: { message: 'You are being rate limited.', retry_after: 0.01, global: false },
      }
    }
    if (req.headers.authorization !== `Bot ${botToken}`)
      return { status: 401, body: { message: '401: Unauthorized', code: 0 } }
    const [, application, id] = /^\/applications\/(\d+)\/commands(?:\/(\d+))?$/.exec(req.url ?? '') ?? []
    if (application !== applicationId)
      return { status: 403, body: { message: 'Missing Access', code: 50001 } }
    const at = commands.findIndex((command) => command.id === id)
    if (req.method === 'GET') return { status: 200, body: commands }
    if (req.method === 'DELETE' && at >= 0) {
      commands.splice(at, 1)
      return { status: 204 }
    }
    if (req.method !== 'POST')
      return { status: 404, body: { message: 'Unknown application command', code: 10063 } }
    return upsert((await json(req)) as RegisteredCommand)
  }

  function upsert(command: RegisteredCommand) {
    const errors = validate(command)
    if (Object.keys(errors).length > 0)
      return { status: 400, body: { message: 'Invalid Form Body', code: 50035, errors } }
    const known = commands.find(({ name, type }) => name === command.name && type === command.type)
    const registered = { ...command, id: known?.id ?? String(1000 + commands.length) }
    if (known === undefined) commands.push(registered)
    else commands.splice(commands.indexOf(known), 1, registered)
    return { status: known === undefined ? 201 : 200, body: registered }
  }

  return fake
}

function problem(message: string) {
  return { _errors: [{ code: 'BASE_TYPE', message }] }
}

/** Discord's documented limits. */
function validate(command: RegisteredCommand): Errors {
  const isChat = command.type === 1
  const errors = validateItem(command, isChat)
  if (charactersOf(command) > MAX_COMMAND_CHARACTERS) errors.name = problem('The command is too large.')
  return errors
}

// biome-ignore lint/suspicious/noExplicitAny: whatever a client sends.
function validateItem(item: any, isChat: boolean): Errors {
  const errors: Errors = {}
  const isName = (name: unknown) =>
    typeof name === 'string' &&
    (isChat ? CHAT_NAME.test(name) && name === name.toLowerCase() : /^.{1,32}$/u.test(name))
  const isDescription = (text: unknown) =>
    typeof text === 'string' && (isChat ? /^.{1,100}$/u.test(text) : text === '')
  if (!isName(item.name)) errors.name = problem('Must be between 1 and 32 in length.')
  if (!isDescription(item.description ?? ''))
    errors.description = problem('Must be between 1 and 100 in length.')
  for (const [key, isValid] of [
    ['name_localizations', isName],
    ['description_localizations', isDescription],
  ] as const)
    for (const [locale, text] of Object.entries(item[key] ?? {}))
      if (!LOCALES.includes(locale) || !isValid(text)) errors[key] = { [locale]: problem('Is not valid.') }
  const { options = [], choices = [] } = item
  if (options.length > MAX_OPTIONS || choices.length > MAX_OPTIONS)
    errors.options = problem('Must be 25 or fewer.')
  const required = options.map((option: { required?: boolean }) => option.required === true)
  if (required.indexOf(false) !== -1 && required.lastIndexOf(true) > required.indexOf(false))
    errors.options = problem('Required options must be placed before non-required options')
  const inner = options.map((option: object, index: number) => [String(index), validateItem(option, true)])
  const invalid = inner.filter(([, found]: [string, Errors]) => Object.keys(found).length > 0)
  if (invalid.length > 0) errors.options = Object.fromEntries(invalid)
  for (const { name, name_localizations = {}, value } of choices)
    for (const text of [name, value, ...Object.values(name_localizations)])
      if (typeof text !== 'string' || !/^.{1,100}$/u.test(text)) errors.choices = problem('Must be 1 to 100.')
  return errors
}

/** Of the names, descriptions and values, each in its longest translation. */
// biome-ignore lint/suspicious/noExplicitAny: whatever a client sends.
function charactersOf(item: any): number {
  const longest = (key: string) =>
    Math.max(
      0,
      ...[item[key] ?? '', ...Object.values(item[`${key}_localizations`] ?? {})].map(
        (text) => String(text).length,
      ),
    )
  const inner = [...(item.options ?? []), ...(item.choices ?? [])].reduce(
    (sum, one) => sum + charactersOf(one),
    0,
  )
  return longest('name') + longest('description') + (item.value ?? '').length + inner
}
