import { type Agent, type IncomingMessage, request } from 'node:http'
import { pipeline } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import type { Operation } from './history.ts'
import type { Instance } from './instance.ts'

export type Answer = { status: number; headers: IncomingMessage['headers']; body: string }

/** `hide` and `show` change who sees a record, not its value; `list` reads every public record. */
export type Kind = Operation['kind'] | 'hide' | 'show' | 'list'

type Wanted = Pick<Operation, 'userId' | 'value'> & { kind: Kind }

const GIVE_UP_MILLISECONDS = 8_000
const MAX_ATTEMPTS = 10
const ZONES = ['Europe/Berlin', 'Asia/Kathmandu', 'America/New_York', 'UTC']
// For each new caller, the limiter sends a command to Redis.
const CALLERS = 50_000

/** A server closed a kept-alive connection just as a request was sent, as HTTP/1.1 allows. Clients try again. */
export class KeptConnectionClosed extends Error {}

/**
 * Sends one operation from a random address. Rejects with `KeptConnectionClosed`, or another error if the connection fails
 * or there is no response.
 */
export function send(address: string, agent: Agent | undefined, wanted: Wanted): Promise<Answer> {
  const { method, path, body } = toRequest(wanted)
  const headers = {
    'x-forwarded-for': randomAddress(),
    'accept-encoding': 'gzip',
    ...(body && { 'content-type': 'application/json' }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(address + path, { method, headers, ...(agent !== undefined && { agent }) })
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers } = response
      const isCompressed = headers['content-encoding'] === 'gzip'
      text(isCompressed ? pipeline(response, createGunzip(), () => {}) : response).then(
        (body) => resolve({ status, headers, body }),
        reject,
      )
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      reject(sent.reusedSocket && error.code === 'ECONNRESET' ? new KeptConnectionClosed() : error)
    })
    // Not a signal: it would also abort a connection that the agent has kept for the next request.
    sent.setTimeout(GIVE_UP_MILLISECONDS, () => void sent.destroy(new Error('there was no response')))
    sent.end(body && JSON.stringify(body))
  })
}

function toRequest({ kind, userId, value }: Wanted): { method: string; path: string; body?: object } {
  switch (kind) {
    case 'set':
      return {
        method: 'POST',
        path: '/v1/set',
        body: {
          user_id: userId,
          username: value,
          timezone: pick(ZONES),
          ...(isListed(userId) && { visibility: 'public' }),
        },
      }
    case 'delete':
      return { method: 'DELETE', path: `/v1/delete?user_id=${userId}` }
    case 'read':
      return { method: 'GET', path: `/v1/get?id=${userId}` }
    case 'list':
      return { method: 'GET', path: '/v1/list' }
    case 'hide':
    case 'show': {
      const visibility = kind === 'hide' ? 'unlisted' : 'public'
      return { method: 'PUT', path: '/v1/visibility', body: { user_id: userId, visibility } }
    }
  }
}

/** The value that an instance returns for a user now; asks again while it is overloaded. Rejects for other statuses. */
export async function readValue(
  instance: Instance,
  userId: string,
  agent?: Agent,
): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send(instance.address, agent, { kind: 'read', userId, value: undefined })
    if (answer.status === 200 || answer.status === 404) return shownValue(answer)
    if (answer.status !== 503 || attempt === MAX_ATTEMPTS)
      throw new Error(`${instance.name} answers ${answer.status}`)
    await sleep(1000)
  }
}

/** The value in the response to a read. */
export function shownValue({ status, body }: Answer): string | undefined {
  return status === 404 ? undefined : JSON.parse(body).user.username
}

/** The user names in the response to a list, by user id. */
export function listedValues({ body }: Pick<Answer, 'body'>): ReadonlyMap<string, string> {
  const list = Object.entries(JSON.parse(body) as Record<string, { username: string }>)
  return new Map(list.map(([userId, { username }]) => [userId, username]))
}

/**
 * Whether what lists show of a user is checked. Such users are never shown again by a change of visibility, but by each set, so
 * that hiding them has the effect of a delete on a list.
 */
export function isListed(userId: string): boolean {
  return /[02468]$/.test(userId)
}

/** One of the choices, at random. */
export function pick<const Choice>(choices: readonly Choice[]): Choice {
  return choices[Math.floor(Math.random() * choices.length)] as Choice
}

function randomAddress(): string {
  const number = Math.floor(Math.random() * CALLERS)
  return `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
}
