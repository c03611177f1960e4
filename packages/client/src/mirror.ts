import { backoff } from './backoff.ts'
import { isPassing, MAX_RECONNECT_MS, readStream, retryAfterOf } from './change-stream.ts'
import { sleep } from './deadline.ts'
import { createMirrorCopy } from './mirror-copy.ts'
import { RegistryError } from './registry-error.ts'
import type { Transport } from './transport.ts'
import type { Change, ChangesPage, ListedTimezone, TimezoneList } from './wire.ts'

/** A copy of every public record, kept current until it is closed. */
export type Mirror = {
  /** The records by user id; always the same map. */
  readonly users: ReadonlyMap<string, ListedTimezone>
  /** False while the connection is down: `users` may be stale until it is restored. */
  readonly isLive: boolean
  /** Resolves when the mirror is closed; rejects if it cannot continue, for example after the API key is revoked. */
  readonly closed: Promise<void>
  close(): void
}

export type MirrorOptions = {
  /** Closes the mirror. */
  signal?: AbortSignal | undefined
  /** Called after each change to `users`. An exception ends the mirror. */
  onChange?: ((change: Change) => void) | undefined
  /** Maximum number of records; beyond it, the mirror ends with `mirror_full`. Default: 1,000,000. */
  maxUsers?: number | undefined
}

const LIST_TIMEOUT_MS = 300_000
const CHANGES_PER_PAGE = 1000

/** Resolves once the whole list is loaded; rejects if that fails. */
export async function openMirror(
  transport: Transport,
  { signal, onChange, maxUsers = 1_000_000 }: MirrorOptions = {},
): Promise<Mirror> {
  const copy = createMirrorCopy({ onChange, maxUsers })
  const controller = new AbortController()
  const onAbort = () => controller.abort(signal?.reason)
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort)
  let isLive = false
  const load = async () => {
    const { list, cursor } = await fetchList(transport, controller.signal)
    copy.replaceBy(list)
    return cursor
  }

  const cursor = await load()
  const follower = { transport, signal: controller.signal, load, apply: copy.apply }
  const onLive = (live: boolean) => {
    isLive = live
  }
  const closed = follow({ ...follower, onLive }, cursor).finally(() => {
    isLive = false
    signal?.removeEventListener('abort', onAbort)
  })
  // Callers may ignore `closed` and check `isLive`; an unhandled rejection would end the process.
  closed.catch(() => {})
  return {
    users: copy.users,
    get isLive() {
      return isLive
    },
    closed,
    close: () => controller.abort(),
  }
}

type Follower = {
  transport: Transport
  signal: AbortSignal
  /** Reads the whole list again, and resolves to the cursor after it. */
  load: () => Promise<string>
  apply: (change: Change) => void
  onLive: (isLive: boolean) => void
}

/** Applies changes until the signal is aborted; rejects if that is no longer possible. */
async function follow({ transport, signal, load, apply, onLive }: Follower, first: string): Promise<void> {
  const catchUp = async (since: string) => {
    for (let cursor = since; ; ) {
      const page = await fetchChanges(transport, cursor, signal)
      for (const change of page.changes) apply(change)
      cursor = page.cursor
      if (!page.more) return cursor
    }
  }

  let cursor: string | undefined = first
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      if (cursor === undefined) cursor = await load()
      else if (failures > 0) cursor = await catchUp(cursor)
      for await (const { id, change } of readStream(transport, cursor, signal)) {
        onLive(true)
        if (change !== undefined) apply(change)
        cursor = id ?? cursor
        failures = 0
      }
    } catch (error) {
      onLive(false)
      if (signal.aborted) return
      if (isExpired(error)) cursor = undefined
      else if (!isPassing(error)) throw error
      await sleep(backoff(failures, retryAfterOf(error), MAX_RECONNECT_MS), signal).catch(() => {})
    }
  }
}

/** Every record, and the cursor to continue from with `/changes`. */
async function fetchList(
  transport: Transport,
  signal: AbortSignal | undefined,
): Promise<{ list: TimezoneList; cursor: string }> {
  const request = { path: '/list', isLong: true }
  const { text, headers } = await transport.send(request, { signal, timeoutMs: LIST_TIMEOUT_MS })
  const cursor = headers.get('changes-cursor')
  if (cursor === null) throw new RegistryError('unexpected_answer', 'The list has no Changes-Cursor header')
  return { list: JSON.parse(text) as TimezoneList, cursor }
}

export async function fetchChanges(
  transport: Transport,
  since: string | undefined,
  signal: AbortSignal | undefined,
  limit: number = CHANGES_PER_PAGE,
): Promise<ChangesPage> {
  const { text } = await transport.send({ path: '/changes', query: { since, limit } }, { signal })
  return JSON.parse(text) as ChangesPage
}

function isExpired(error: unknown): boolean {
  return error instanceof RegistryError && error.code === 'cursor_expired'
}
