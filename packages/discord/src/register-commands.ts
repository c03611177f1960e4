import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { type CommandDefinition, defineCommands } from './command-definitions.ts'

/** Where Discord's API is. */
export const DISCORD_API = 'https://discord.com/api/v10'

type Application = { apiUrl: string; applicationId: string; botToken: string }

type Registered = { name: string; id: string }

const TIMEOUT_MS = 10_000
const MAX_TRIES = 5
const MAX_WAIT_SECONDS = 30
const MAX_BODY_CHARACTERS = 2000

const registeredSchema = z.object({ id: z.string(), name: z.string(), type: z.number().default(1) })

/** Creates our commands, or updates those that exist: Discord replaces a command of the same name and type. */
export async function registerCommands(application: Application): Promise<Registered[]> {
  const registered: Registered[] = []
  // In order, because Discord limits how many may be sent at once.
  for (const command of defineCommands())
    registered.push(registeredSchema.parse(await call(application, 'POST', '', command)))
  return registered.map(({ name, id }) => ({ name, id }))
}

/** Removes our commands, known by their names and types, and no others. */
export async function removeCommands(application: Application): Promise<Registered[]> {
  const all = z.array(registeredSchema).parse(await call(application, 'GET', ''))
  const own = defineCommands()
  const isOurs = ({ name, type }: CommandDefinition) =>
    own.some((command) => command.name === name && command.type === type)
  const removed = all.filter(isOurs)
  for (const { id } of removed) await call(application, 'DELETE', `/${encodeURIComponent(id)}`)
  return removed.map(({ name, id }) => ({ name, id }))
}

/** Throws with Discord's own reasons. Waits where Discord says for how long. */
async function call(
  { apiUrl, applicationId, botToken }: Application,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`${apiUrl}/applications/${applicationId}/commands${path}`, {
      method,
      headers: { authorization: `Bot ${botToken}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.ok) return text === '' ? undefined : JSON.parse(text)
    const wait = Number(response.headers.get('retry-after') ?? 1)
    if (response.status !== 429 || attempt === MAX_TRIES || !(wait <= MAX_WAIT_SECONDS))
      throw new Error(explainRefusal(response.status, text))
    await setTimeout(wait * 1000)
  }
}

const WHAT_TO_DO: Record<number, string> = {
  401: 'Check DISCORD_BOT_TOKEN: it is the token on the page “Bot” of your application.',
  403: 'Check that DISCORD_APPLICATION_ID and DISCORD_BOT_TOKEN belong to the same application.',
  404: 'Check DISCORD_APPLICATION_ID.',
}

/** What Discord says is wrong, by field, and what to do. */
export function explainRefusal(status: number, text: string): string {
  const reasons = reasonsIn(text)
  const advice = WHAT_TO_DO[status]
  return [`Discord refused with ${status}: ${reasons.join('\n  ')}`, ...(advice ? [advice] : [])].join('\n')
}

/** `options.0.name: Must be between 1 and 32 in length.`, from the errors that Discord nests by field. */
function reasonsIn(text: string): string[] {
  const { message, errors } = parse(text)
  const details = fieldErrors(errors, [])
  return [String(message ?? text).slice(0, MAX_BODY_CHARACTERS), ...details]
}

function parse(text: string): { message?: unknown; errors?: unknown } {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

function fieldErrors(errors: unknown, path: string[]): string[] {
  if (typeof errors !== 'object' || errors === null) return []
  return Object.entries(errors).flatMap(([key, value]) =>
    key === '_errors' && Array.isArray(value)
      ? value.map(({ message }) => `${path.join('.')}: ${message}`)
      : fieldErrors(value, [...path, key]),
  )
}
