import { type Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Operation } from './history.ts'
import type { Instance } from './instance.ts'

export type Answer = { status: number; headers: IncomingMessage['headers']; body: string }

/** `hide` and `show` change who sees a record, not its value, so they are not part of the history. */
export type Kind = Operation['kind'] | 'hide' | 'show'

type Wanted = Pick<Operation, 'userId' | 'value'> & { kind: Kind }

const GIVE_UP_MILLISECONDS = 8_000
const ZONES = ['Europe/Berlin', 'Asia/Kathmandu', 'America/New_York', 'UTC']
// For each new caller, the limiter sends a command to Redis.
const CALLERS = 50_000

/** Sends one operation from a random address; rejects if the connection fails or there is no response. */
export function send(
  address: string,
  agent: Agent | undefined,
  { kind, userId, value }: Wanted,
): Promise<Answer> {
  const [method, path] = {
    set: ['POST', '/v1/set'],
    delete: ['DELETE', `/v1/delete?user_id=${userId}`],
    read: ['GET', `/v1/get?id=${userId}`],
    hide: ['PUT', '/v1/visibility'],
    show: ['PUT', '/v1/visibility'],
  }[kind] as [string, string]
  const body = {
    set: { user_id: userId, username: value, timezone: pick(ZONES) },
    hide: { user_id: userId, visibility: 'unlisted' },
    show: { user_id: userId, visibility: 'public' },
    delete: undefined,
    read: undefined,
  }[kind]
  const headers = {
    'x-forwarded-for': randomAddress(),
    ...(body && { 'content-type': 'application/json' }),
  }
  const signal = AbortSignal.timeout(GIVE_UP_MILLISECONDS)
  const options = { method, headers, signal, ...(agent !== undefined && { agent }) }
  return new Promise((resolve, reject) => {
    const sent = request(address + path, options, (response) => {
      const { statusCode: status = 0, headers } = response
      text(response).then((body) => resolve({ status, headers, body }), reject)
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}

/** The value that an instance returns for a user now; rejects if the status is neither 200 nor 404. */
export async function readValue(
  instance: Instance,
  userId: string,
  agent?: Agent,
): Promise<string | undefined> {
  const answer = await send(instance.address, agent, { kind: 'read', userId, value: undefined })
  if (answer.status !== 200 && answer.status !== 404)
    throw new Error(`${instance.name} answers ${answer.status}`)
  return shownValue(answer)
}

/** The value in the response to a read. */
export function shownValue({ status, body }: Answer): string | undefined {
  return status === 404 ? undefined : JSON.parse(body).user.username
}

/** One of the choices, at random. */
export function pick<const Choice>(choices: readonly Choice[]): Choice {
  return choices[Math.floor(Math.random() * choices.length)] as Choice
}

function randomAddress(): string {
  const number = Math.floor(Math.random() * CALLERS)
  return `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
}
