import { followSignal } from './deadline.ts'
import { fetchList, followList } from './list-follower.ts'
import { createMirrorCopy } from './mirror-copy.ts'
import type { Transport } from './transport.ts'
import type { Change, ListedTimezone } from './wire.ts'

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
  /** Called after each change to `users` once they are loaded. An exception ends the mirror, and `closed` rejects with it. */
  onChange?: ((change: Change) => void) | undefined
  /** Maximum number of records; beyond it, the mirror ends with `mirror_full`. Default: 1,000,000. */
  maxUsers?: number | undefined
  /**
   * How long loading the whole list may take, including retries and waits, instead of the client's `timeoutMs` and
   * `attemptTimeoutMs`. Default: 300,000.
   */
  timeoutMs?: number | undefined
}

/** Resolves once the whole list is loaded and its stream of changes is open, or cannot be opened; rejects if loading fails. */
export async function openMirror(
  transport: Transport,
  { signal, onChange, maxUsers = 1_000_000, timeoutMs = 300_000 }: MirrorOptions = {},
): Promise<Mirror> {
  const controller = new AbortController()
  const copy = createMirrorCopy({ onChange, maxUsers, signal: controller.signal })
  const unfollow = followSignal(signal, controller)
  let isLive = false
  let onFirstStep: () => void = () => {}
  const firstStep = new Promise<void>((resolve) => {
    onFirstStep = resolve
  })

  const call = { signal: controller.signal, timeoutMs }
  const load = async () => {
    const { list, cursor } = await fetchList(transport, call)
    copy.replaceBy(list)
    controller.signal.throwIfAborted()
    return cursor
  }
  // An exception here, such as one from `onChange`, ends the loop: it is no reason to reconnect.
  const follow = async (cursor: string) => {
    for await (const step of followList(transport, cursor, call)) {
      isLive = step.isLive
      onFirstStep()
      if (step.list !== undefined) copy.replaceBy(step.list)
      if (step.change !== undefined) copy.apply(step.change)
    }
  }
  const loaded = load()
  const closed = loaded.then(follow).finally(() => {
    isLive = false
    unfollow()
  })
  // Callers may ignore `closed` and check `isLive`; an unhandled rejection would end the process.
  closed.catch(() => {})
  await loaded
  await Promise.race([firstStep, closed.catch(() => {})])
  return {
    users: copy.users,
    get isLive() {
      return isLive
    },
    closed,
    close: () => controller.abort(),
  }
}
