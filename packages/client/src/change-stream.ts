import { createReconnection } from './backoff.ts'
import { followSignal, withDeadline } from './deadline.ts'
import { RegistryError } from './registry-error.ts'
import type { Transport } from './transport.ts'
import type { Change } from './wire.ts'

/** A change, and the cursor after it: pass it as `since` to continue from here. */
export type ChangeEvent = { change: Change; cursor: string }

// The service sends something every 15 seconds. A frozen connection stays open but silent.
const SILENCE_MS = 45_000

const MAX_EVENT_CHARACTERS = 1_000_000

type Start = { since?: string | undefined; signal?: AbortSignal | undefined }

/** Changes across reconnections, until `signal` is aborted. `return` and `throw` end a pending `next`, too. */
export function followChanges(
  transport: Transport,
  { since, signal }: Start,
): AsyncGenerator<ChangeEvent, void, undefined> {
  const controller = new AbortController()
  const changes = readChanges(transport, { since, signal }, controller)
  // A generator's own `return` waits for the pending `next`, which waits for the next change.
  const end = changes.return.bind(changes)
  return Object.assign(changes, {
    return: (value: void | PromiseLike<void>) => {
      controller.abort()
      return end(value)
    },
    throw: async (error: unknown) => {
      controller.abort()
      await end()
      throw error
    },
  })
}

async function* readChanges(
  transport: Transport,
  { since, signal: outer }: Start,
  controller: AbortController,
): AsyncGenerator<ChangeEvent, void, undefined> {
  const { signal } = controller
  const reconnection = createReconnection(signal)
  const unfollow = followSignal(outer, controller)
  let cursor = since
  try {
    while (!signal.aborted) {
      try {
        // Without a cursor, a connection lost before its first event would miss changes.
        cursor ??= await findLatestCursor(transport, signal)
        for await (const event of readStream(transport, cursor, signal)) {
          reconnection.received(event)
          cursor = event.id ?? cursor
          if (event.change !== undefined && cursor !== undefined) yield { change: event.change, cursor }
        }
      } catch (error) {
        if (signal.aborted) return
        if (!isPassing(error)) throw error
        await reconnection.pause(error)
      }
    }
  } finally {
    unfollow()
  }
}

/** One connection to `/events`: an entry for each event, which may have only a cursor. Always ends with an error. */
export async function* readStream(
  transport: Transport,
  cursor: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ id?: string; change?: Change }, never, undefined> {
  const connection = new AbortController()
  const unfollow = followSignal(signal, connection)
  try {
    const headers: Record<string, string> = { accept: 'text/event-stream' }
    if (cursor !== undefined) headers['last-event-id'] = cursor
    const response = await transport.open({ path: '/events', headers }, connection.signal)
    if (!/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? ''))
      throw unexpected('The response is not an event stream')
    // Connected, although nothing has changed yet.
    yield {}
    for await (const { id, data } of eventsOf(response, connection.signal)) {
      const change = data === undefined ? undefined : parseChange(data)
      if (change !== undefined) transport.announce(change.user_id)
      yield { ...(id !== undefined && { id }), ...(change && { change }) }
    }
    throw new RegistryError('unreachable', 'The event stream ended')
  } finally {
    unfollow()
    connection.abort()
  }
}

async function* eventsOf(response: Response, signal: AbortSignal): AsyncGenerator<ServerSentEvent> {
  const reader = response.body?.getReader()
  if (reader === undefined) return
  const decoder = new TextDecoder()
  const parser = createEventParser()
  for (;;) {
    const { done, value } = await withDeadline(SILENCE_MS, signal, () => reader.read()).catch(lostOr(signal))
    if (done) return
    yield* parser.push(decoder.decode(value, { stream: true }))
  }
}

/** A stream that breaks while its signal is not aborted has lost its connection. */
function lostOr(signal: AbortSignal): (cause: unknown) => never {
  return (cause) => {
    if (signal.aborted || cause instanceof RegistryError) throw cause
    throw new RegistryError('unreachable', 'The event stream was interrupted', { cause })
  }
}

function parseChange(data: string): Change {
  try {
    return JSON.parse(data) as Change
  } catch (cause) {
    throw unexpected('An event of the stream is not JSON', cause)
  }
}

function unexpected(message: string, cause?: unknown): RegistryError {
  return new RegistryError('unexpected_answer', message, { status: 200, cause })
}

async function findLatestCursor(
  transport: Transport,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const { headers } = await transport.send({ method: 'HEAD', path: '/list' }, { signal })
  return headers.get('changes-cursor') ?? undefined
}

/** Whether reconnecting may help. */
export function isPassing(error: unknown): boolean {
  return error instanceof RegistryError && error.isTransient
}

/** One event of a stream: `id` or `data` may be absent. */
type ServerSentEvent = { id?: string; data?: string }

/** Parses a `text/event-stream`; events with a name are no changes. Throws for one longer than a million characters. */
export function createEventParser(): { push(text: string): ServerSentEvent[] } {
  let rest = ''
  let id: string | undefined
  let data: string[] = []
  let isNamed = false
  return {
    push: (text) => {
      const events: ServerSentEvent[] = []
      const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line.startsWith('id:')) id = line.slice(3).trim()
        else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
        else if (line.startsWith('event:')) isNamed = true
        else if (line === '') {
          if (!isNamed && (id !== undefined || data.length > 0))
            events.push({
              ...(id !== undefined && { id }),
              ...(data.length > 0 && { data: data.join('\n') }),
            })
          id = undefined
          data = []
          isNamed = false
        }
      }
      const length = data.reduce((sum, line) => sum + line.length, rest.length)
      if (length > MAX_EVENT_CHARACTERS)
        throw new RegistryError('unexpected_answer', 'An event of the stream is too long')
      return events
    },
  }
}
