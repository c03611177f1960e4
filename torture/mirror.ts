import { setTimeout as sleep } from 'node:timers/promises'
import { readEvents } from './event-stream.ts'
import type { Instance } from './instance.ts'
import { pick } from './requests.ts'

/** A mirror's copy of a user's record. */
export type MirroredRecord = { username: string; timezone: string }

/** A client that keeps a copy of the registry, as `docs/api.md` describes. */
export type Mirror = {
  readonly name: string
  readonly records: ReadonlyMap<string, MirroredRecord>
  /** How often it read the whole list: at the start, and after each 410. */
  readonly restarts: number
  /** The number of changes applied so far. */
  readonly applied: number
  /** Unexpected responses. */
  readonly wrong: ReadonlySet<string>
  /** Drops its cursor, like a new mirror; resolves when it has read the list again. */
  restart(): Promise<void>
  /** Resolves when its last request has ended. */
  stop(): Promise<void>
}

type Change = { type: 'set' | 'delete'; user_id: string; username?: string; timezone?: string }

const INTERVAL_MILLISECONDS = 40
const TIMEOUT_MILLISECONDS = 8_000
const PAGE_SIZES = [1, 7, 100, 1000]

/** A mirror's state, and how it sends requests to an instance. */
type State = {
  readonly records: Map<string, MirroredRecord>
  readonly wrong: Set<string>
  cursor: string | undefined
  restarts: number
  applied: number
  ask(path: string, headers?: Record<string, string>): Promise<Response>
}

/**
 * Reads `/list`, then follows `/changes` or `/events` from its cursor, at a random instance each time. Starts again
 * from `/list` if a cursor gets 410. Every other failure is retried.
 */
export function startMirror(instances: readonly Instance[], via: 'changes' | 'events'): Mirror {
  const stopped = new AbortController()
  let current = new AbortController()
  const state: State = {
    records: new Map(),
    wrong: new Set(),
    cursor: undefined,
    restarts: 0,
    applied: 0,
    ask: (path, headers = {}) => {
      const { address } = pick(instances)
      // A stream of events stays open for as long as its instance lives.
      const timeout = path === '/v1/events' ? [] : [AbortSignal.timeout(TIMEOUT_MILLISECONDS)]
      return fetch(address + path, {
        headers,
        signal: AbortSignal.any([stopped.signal, current.signal, ...timeout]),
      })
    },
  }
  const running = run(state, via === 'changes' ? readPages : followEvents, stopped.signal)
  return {
    name: `the mirror by /${via}`,
    records: state.records,
    wrong: state.wrong,
    get restarts() {
      return state.restarts
    },
    get applied() {
      return state.applied
    },
    restart: async () => {
      const before = state.restarts
      state.cursor = undefined
      current.abort()
      current = new AbortController()
      while (state.restarts === before && !stopped.signal.aborted) await sleep(INTERVAL_MILLISECONDS)
    },
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}

async function run(
  state: State,
  follow: (state: State, since: string) => Promise<void>,
  stopped: AbortSignal,
): Promise<void> {
  while (!stopped.aborted) {
    try {
      if (state.cursor === undefined) await readList(state)
      else await follow(state, state.cursor)
    } catch {
      // A truncated response, a refused connection or a timeout: expected while an instance is down.
    }
    await sleep(INTERVAL_MILLISECONDS)
  }
}

async function readList(state: State): Promise<void> {
  const response = await state.ask('/v1/list')
  if (response.status !== 200) return judge(state, response)
  const list = (await response.json()) as Record<string, MirroredRecord>
  const cursor = response.headers.get('changes-cursor')
  if (cursor === null) throw new Error('/list has no Changes-Cursor')
  state.records.clear()
  for (const [userId, record] of Object.entries(list)) state.records.set(userId, record)
  state.cursor = cursor
  state.restarts += 1
}

async function readPages(state: State, since: string): Promise<void> {
  const response = await state.ask(`/v1/changes?since=${since}&limit=${pick(PAGE_SIZES)}`)
  if (response.status !== 200) return judge(state, response)
  const page = (await response.json()) as { changes: Change[]; cursor: string; more: boolean }
  for (const change of page.changes) apply(state, change)
  state.cursor = page.cursor
  if (page.more) await readPages(state, page.cursor)
}

async function followEvents(state: State, since: string): Promise<void> {
  const response = await state.ask('/v1/events', { 'last-event-id': since })
  if (response.status !== 200 || response.body === null) return judge(state, response)
  for await (const { id, data } of readEvents(response.body)) {
    if (data !== undefined) apply(state, JSON.parse(data))
    if (id !== undefined) state.cursor = id
  }
}

function apply(state: State, { type, user_id: userId, username = '', timezone = '' }: Change): void {
  state.applied += 1
  if (type === 'delete') state.records.delete(userId)
  else state.records.set(userId, { username, timezone })
}

async function judge(state: State, response: Response): Promise<void> {
  const { status } = response
  const body = await response.text()
  if (status === 410) state.cursor = undefined
  else if (status !== 503) state.wrong.add(`${status} to a mirror: ${body.slice(0, 200)}`)
}
