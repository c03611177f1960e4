import { backoff } from './backoff.ts'
import { isPassing, MAX_RECONNECT_MS, readStream, retryAfterOf } from './change-stream.ts'
import { sleep } from './deadline.ts'
import { RegistryError } from './registry-error.ts'
import { readBody } from './response-body.ts'
import type { Transport } from './transport.ts'
import type { Change, ChangesPage, TimezoneList } from './wire.ts'

/** What a copy of the list learns: a change, the whole list again, or only whether the connection is up. */
export type ListStep = { isLive: boolean; change?: Change | undefined; list?: TimezoneList }

const LIST_TIMEOUT_MS = 300_000
const CHANGES_PER_PAGE = 1000

/**
 * The steps after the cursor `first`, across reconnections, until the signal is aborted. Rejects if it cannot continue.
 */
export async function* followList(
  transport: Transport,
  first: string,
  signal: AbortSignal,
): AsyncGenerator<ListStep, void, undefined> {
  let cursor: string | undefined = first
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      if (cursor === undefined) {
        const loaded = await fetchList(transport, signal)
        yield { isLive: false, list: loaded.list }
        cursor = loaded.cursor
      } else if (failures > 0) {
        for await (const page of pagesAfter(transport, cursor, signal)) {
          for (const change of page.changes) yield { isLive: false, change }
          cursor = page.cursor
        }
      }
      for await (const { id, change } of readStream(transport, cursor, signal)) {
        yield { isLive: true, change }
        cursor = id ?? cursor
        failures = 0
      }
    } catch (error) {
      if (signal.aborted) return
      if (isExpired(error)) cursor = undefined
      else if (!isPassing(error)) throw error
      yield { isLive: false }
      await sleep(backoff(failures, retryAfterOf(error), MAX_RECONNECT_MS), signal).catch(() => {})
    }
  }
}

async function* pagesAfter(
  transport: Transport,
  since: string,
  signal: AbortSignal,
): AsyncGenerator<ChangesPage, void, undefined> {
  for (let cursor = since; ; ) {
    const page = await fetchChanges(transport, cursor, signal)
    yield page
    if (!page.more) return
    cursor = page.cursor
  }
}

/** Every record, and the cursor to continue from with `/changes`. */
export async function fetchList(
  transport: Transport,
  signal: AbortSignal,
): Promise<{ list: TimezoneList; cursor: string }> {
  const request = { path: '/list', isLong: true }
  const answer = await transport.send(request, { signal, timeoutMs: LIST_TIMEOUT_MS })
  const cursor = answer.headers.get('changes-cursor')
  if (cursor === null) throw new RegistryError('unexpected_answer', 'The list has no Changes-Cursor header')
  return { list: readBody<TimezoneList>(answer), cursor }
}

export async function fetchChanges(
  transport: Transport,
  since: string | undefined,
  signal: AbortSignal | undefined,
  limit: number = CHANGES_PER_PAGE,
): Promise<ChangesPage> {
  return readBody(await transport.send({ path: '/changes', query: { since, limit } }, { signal }))
}

function isExpired(error: unknown): boolean {
  return error instanceof RegistryError && error.code === 'cursor_expired'
}
