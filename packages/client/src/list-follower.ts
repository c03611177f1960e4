import { isPassing, readStream } from './change-stream.ts'
import type { CallOptions } from './options.ts'
import { createReconnection } from './reconnection.ts'
import { RegistryError } from './registry-error.ts'
import { readBody } from './response-body.ts'
import type { Transport } from './transport.ts'
import type { Change, ChangesPage, TimezoneList } from './wire.ts'

/** What a copy of the list learns: a change, the whole list again, or only whether the connection is up. */
export type ListStep = { isLive: boolean; change?: Change | undefined; list?: TimezoneList }

/** `timeoutMs` is how long loading the whole list may take. */
type ListCall = { signal: AbortSignal; timeoutMs: number }

const CHANGES_PER_PAGE = 1000

/**
 * The steps after the cursor `first`, across reconnections, until the signal is aborted. Rejects if it cannot continue.
 */
export async function* followList(
  transport: Transport,
  first: string,
  { signal, timeoutMs }: ListCall,
): AsyncGenerator<ListStep, void, undefined> {
  const reconnection = createReconnection(signal)
  let cursor: string | undefined = first
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      if (cursor === undefined) {
        const loaded = await fetchList(transport, { signal, timeoutMs })
        yield { isLive: false, list: loaded.list }
        cursor = loaded.cursor
      } else if (attempt > 0) {
        for await (const page of pagesAfter(transport, cursor, signal)) {
          for (const change of page.changes) yield { isLive: false, change }
          cursor = page.cursor
        }
      }
      for await (const event of readStream(transport, cursor, signal)) {
        reconnection.received(event)
        yield { isLive: true, change: event.change }
        cursor = event.id ?? cursor
      }
    } catch (error) {
      if (signal.aborted) return
      if (isExpired(error)) cursor = undefined
      else if (!isPassing(error)) throw error
      yield { isLive: false }
      await reconnection.pause(error)
    }
  }
}

async function* pagesAfter(
  transport: Transport,
  since: string,
  signal: AbortSignal,
): AsyncGenerator<ChangesPage, void, undefined> {
  for (let cursor = since; ; ) {
    const page = await fetchChanges(transport, { since: cursor }, { signal })
    yield page
    if (!page.more) return
    cursor = page.cursor
  }
}

/** Every record, and the cursor to continue from with `/changes`. */
export async function fetchList(
  transport: Transport,
  call: ListCall,
): Promise<{ list: TimezoneList; cursor: string }> {
  const answer = await transport.send({ path: '/list', isLong: true }, call)
  const cursor = answer.headers.get('changes-cursor')
  if (cursor === null) throw new RegistryError('unexpected_answer', 'The list has no Changes-Cursor header')
  return { list: readBody<TimezoneList>(answer), cursor }
}

export async function fetchChanges(
  transport: Transport,
  { since, limit = CHANGES_PER_PAGE }: { since?: string | undefined; limit?: number | undefined },
  call: CallOptions = {},
): Promise<ChangesPage> {
  return readBody(await transport.send({ path: '/changes', query: { since, limit } }, call))
}

function isExpired(error: unknown): boolean {
  return error instanceof RegistryError && error.code === 'cursor_expired'
}
