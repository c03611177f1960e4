import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AnswerRecord, createAnswerRecord, type NoAnswer } from './answer-record.ts'
import { watchProcessorWaits } from './processor-waits.ts'
import { isListed, KeptConnectionClosed, pick, send } from './requests.ts'

/** Clients that set, delete, hide, show, read and list continuously and record every response. */
export type Load = Omit<AnswerRecord, 'add'> & {
  /** Stops sending until `resume`; resolves when the last request has been answered. */
  pause(): Promise<void>
  resume(): void
  /** How long the oldest unanswered request has been waiting, in milliseconds; 0 if there is none. */
  waiting(): number
  /** Resolves when the last request has been answered. */
  stop(): Promise<void>
}

const CLIENTS = 12
const USERS_AT_A_TIME = 12
// Most users are new, so that the uncertainty after a lost response affects few. The recurring ones reveal stale
// values.
const LASTING_USERS = 4
const SHARE_OF_LASTING_USERS = 0.2
const NEW_USERS_EVERY_MILLISECONDS = 400
// Without pauses, a fault would only take more of the processors.
const MAX_PAUSE_MILLISECONDS = 25
const KINDS = [
  ...(['set', 'set', 'set', 'set', 'delete', 'hide', 'show'] as const),
  ...(['read', 'read', 'read', 'read', 'read', 'list'] as const),
]

/** An instance, or a proxy in front of several that says in `X-Served-By` which one answered. */
type Target = { readonly name: string; readonly address: string; readonly process?: { readonly pid: number } }

/** `frozen` names an instance that cannot respond in time; a proxy may answer 502. */
export function startLoad(
  instances: readonly Target[],
  { frozen, isProxied = false }: { frozen?: string | undefined; isProxied?: boolean } = {},
): Load {
  const waits = watchProcessorWaits(instances)
  const record = createAnswerRecord({ frozen, isProxied, delaySince: waits.since })
  const ask = createAsk(record)
  let stopped = false
  // When each request in flight was sent, the oldest first.
  const inFlight = new Set<{ startedAt: number }>()
  let gate = Promise.withResolvers<void>()
  gate.resolve()

  const runClient = async (_: unknown, index: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    // Some use only one instance, so that the others keep working when it hangs.
    const own = [...instances, undefined][index % (instances.length + 1)]
    while (!stopped) {
      await gate.promise
      const request = { startedAt: performance.now() }
      inFlight.add(request)
      await ask(own ?? pick(instances), agent)
      inFlight.delete(request)
      await sleep(Math.random() * MAX_PAUSE_MILLISECONDS)
    }
    agent.destroy()
  }
  const clients = Array.from({ length: CLIENTS }, runClient)

  return {
    ...record,
    pause: async () => {
      gate = Promise.withResolvers()
      do await sleep(5)
      while (inFlight.size > 0)
    },
    resume: () => gate.resolve(),
    waiting: () => {
      const [oldest] = inFlight
      return oldest === undefined ? 0 : performance.now() - oldest.startedAt
    },
    stop: async () => {
      stopped = true
      gate.resolve()
      await Promise.all(clients)
      waits.stop()
    },
  }
}

/** Sends a random request and records it with its response. */
function createAsk(record: AnswerRecord) {
  const pickUser = createUserPicker()
  let values = 0
  return async (target: Target, agent: Agent) => {
    const picked = pick(KINDS)
    const userId = pickUser()
    const kind = picked === 'show' && isListed(userId) ? 'hide' : picked
    const value = kind === 'set' ? `value ${values++}` : undefined
    const wanted = { kind, userId, value }
    const startedAt = performance.now()
    const answer = await send(target.address, agent, wanted).catch((error) => noAnswer(error))
    const headers = 'headers' in answer ? answer.headers : {}
    // A proxy that asked several names them all.
    const servedBy = String(headers['x-served-by'] ?? target.name).split(', ')
    const endedAt = performance.now()
    const instance = servedBy.at(-1) ?? target.name
    record.add({ ...wanted, instance, startedAt, endedAt, answered: true }, answer)
  }
}

function noAnswer(error: unknown): NoAnswer {
  return { status: error instanceof KeptConnectionClosed ? 'closed' : 'none' }
}

/** Ids that no other load uses. */
function createUserPicker(): () => string {
  const run = crypto.randomUUID().slice(0, 8)
  const startedAt = performance.now()
  return () => {
    if (Math.random() < SHARE_OF_LASTING_USERS)
      return `${run}-lasting-${Math.floor(Math.random() * LASTING_USERS)}`
    const generation = Math.floor((performance.now() - startedAt) / NEW_USERS_EVERY_MILLISECONDS)
    return `${run}-${generation}-${Math.floor(Math.random() * USERS_AT_A_TIME)}`
  }
}
