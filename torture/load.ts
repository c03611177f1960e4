import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Instance } from './cluster.ts'
import type { Operation } from './history.ts'

/** Clients that set, delete and read without a pause, and remember every answer. */
export type Load = {
  readonly history: Operation[]
  /** How often each status was answered; `none` where a connection was refused or broke. */
  readonly answers: Map<number | 'none', number>
  /** When a write was answered, by the instance's name. */
  readonly writesAnswered: { at: number; instance: string }[]
  /** Answers that are none of those that the service promises, each told once. */
  readonly wrong: Set<string>
  /** The longest time without any good answer so far, in milliseconds. */
  longestSilence(): number
  /** Resolves when the last request has been answered. */
  stop(): Promise<void>
}

const CLIENTS = 12
const USERS_AT_A_TIME = 12
// Most users are new: what a lost answer leaves uncertain touches few. Those that stay show what is old.
const LASTING_USERS = 4
const SHARE_OF_LASTING_USERS = 0.2
const NEW_USERS_EVERY_MILLISECONDS = 400
const MAX_PAUSE_MILLISECONDS = 6
// What the service promises is 3.5 s; the machine of a test has other work, too.
const MAX_DURATION_MILLISECONDS = 4_000
const GIVE_UP_MILLISECONDS = 8_000
const ZONES = ['Europe/Berlin', 'Asia/Kathmandu', 'America/New_York', 'UTC']

type Answer = { status: number; headers: IncomingMessage['headers']; body: string }

/** `frozen` is the name of an instance that may take as long as it is. */
export function startLoad(
  instances: readonly Instance[],
  { frozen }: { frozen?: string | undefined } = {},
): Load {
  const run = crypto.randomUUID().slice(0, 8)
  const history: Operation[] = []
  const answers = new Map<number | 'none', number>()
  const writesAnswered: Load['writesAnswered'] = []
  const wrong = new Set<string>()
  const startedAt = performance.now()
  let lastGoodAt = startedAt
  let silence = 0
  let values = 0
  let stopped = false
  const clients = Array.from({ length: CLIENTS }, runClient)

  async function runClient(_: unknown, index: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    // Some go to one process only, so that those of the others go on when it hangs.
    const own = [...instances, undefined][index % (instances.length + 1)]
    while (!stopped) {
      await ask(own ?? pick(instances), agent)
      await sleep(Math.random() * MAX_PAUSE_MILLISECONDS)
    }
    agent.destroy()
  }

  async function ask(instance: Instance, agent: Agent): Promise<void> {
    const kind = pick(['set', 'set', 'set', 'set', 'delete', 'read', 'read', 'read', 'read', 'read'] as const)
    const userId = pickUser()
    const value = kind === 'set' ? `value ${values++}` : undefined
    const began = performance.now()
    const answer = await send(instance.address, agent, { kind, userId, value }).catch(() => undefined)
    const endedAt = performance.now()
    const operation = {
      kind,
      userId,
      instance: instance.name,
      startedAt: began,
      endedAt,
      value,
      answered: true,
    }
    answers.set(answer?.status ?? 'none', (answers.get(answer?.status ?? 'none') ?? 0) + 1)
    if (answer !== undefined) judge(answer, operation)

    const isGood = answer?.status === 200 || (answer?.status === 404 && kind === 'read')
    if (isGood) {
      silence = Math.max(silence, endedAt - lastGoodAt)
      lastGoodAt = endedAt
    }
    if (kind !== 'read') {
      history.push({ ...operation, answered: isGood })
      if (isGood) writesAnswered.push({ at: endedAt, instance: instance.name })
    } else if (isGood && answer !== undefined) {
      history.push({ ...operation, value: shownValue(answer) })
    }
  }

  function pickUser(): string {
    if (Math.random() < SHARE_OF_LASTING_USERS)
      return `${run}-lasting-${Math.floor(Math.random() * LASTING_USERS)}`
    const generation = Math.floor((performance.now() - startedAt) / NEW_USERS_EVERY_MILLISECONDS)
    return `${run}-${generation}-${Math.floor(Math.random() * USERS_AT_A_TIME)}`
  }

  function judge({ status, headers, body }: Answer, { kind, instance, startedAt, endedAt }: Operation): void {
    const duration = endedAt - startedAt
    if (duration > MAX_DURATION_MILLISECONDS && instance !== frozen)
      wrong.add(`an answer (${status}) after ${Math.round(duration / 100) / 10} s`)
    if (status === 503 && headers['retry-after'] === undefined) wrong.add('503 without Retry-After')
    const isPromised = status === 200 || status === 503 || (status === 404 && kind === 'read')
    if (!isPromised) wrong.add(`${status} to a ${kind}: ${body.slice(0, 200)}`)
  }

  return {
    history,
    answers,
    writesAnswered,
    wrong,
    longestSilence: () => Math.max(silence, performance.now() - lastGoodAt),
    stop: async () => {
      stopped = true
      await Promise.all(clients)
    },
  }
}

/** The value that an instance shows for a user now. Rejects when it does not say. */
export async function readValue(instance: Instance, userId: string): Promise<string | undefined> {
  const answer = await send(instance.address, undefined, { kind: 'read', userId, value: undefined })
  if (answer.status !== 200 && answer.status !== 404)
    throw new Error(`${instance.name} answers ${answer.status}`)
  return shownValue(answer)
}

function shownValue({ status, body }: Answer): string | undefined {
  return status === 404 ? undefined : JSON.parse(body).user.username
}

function send(
  address: string,
  agent: Agent | undefined,
  { kind, userId, value }: Pick<Operation, 'kind' | 'userId' | 'value'>,
): Promise<Answer> {
  const [method, path] = {
    set: ['POST', '/v1/set'],
    delete: ['DELETE', `/v1/delete?user_id=${userId}`],
    read: ['GET', `/v1/get?id=${userId}`],
  }[kind] as [string, string]
  return new Promise((resolve, reject) => {
    const sent = request(
      address + path,
      {
        method,
        ...(agent !== undefined && { agent }),
        ...(kind === 'set' && { headers: { 'content-type': 'application/json' } }),
        signal: AbortSignal.timeout(GIVE_UP_MILLISECONDS),
      },
      (response) => {
        const { statusCode: status = 0, headers } = response
        text(response).then((body) => resolve({ status, headers, body }), reject)
      },
    )
    sent.on('error', reject)
    sent.end(
      kind === 'set'
        ? JSON.stringify({ user_id: userId, username: value, timezone: pick(ZONES) })
        : undefined,
    )
  })
}

function pick<const Choice>(choices: readonly Choice[]): Choice {
  return choices[Math.floor(Math.random() * choices.length)] as Choice
}
