import { createReconnection } from './backoff.ts'
import { isPassing, readStream } from './change-stream.ts'
import { followSignal } from './deadline.ts'
import type { CallOptions } from './options.ts'
import { RegistryError } from './registry-error.ts'
import { readBody, type Transport } from './transport.ts'
import type { Change, ChangesPage, ListedTimezone, ShownHours, TimezoneList } from './wire.ts'

/** `availability` is absent unless the user shows their hours and the mirror was opened to keep them. */
export type MirroredUser = ListedTimezone & { availability?: ShownHours | undefined }

/** A copy of every public record, kept current until it is closed. */
export type Mirror = {
  /** The records by user id; always the same map. */
  readonly users: ReadonlyMap<string, MirroredUser>
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
  /** Keep the users' hours as well, which takes a request for every 1,000 users when the list is loaded. */
  availability?: boolean | undefined
  /** Maximum number of records; beyond it, the mirror ends with `mirror_full`. Default: 1,000,000. */
  maxUsers?: number | undefined
  /** How long loading the list may take, with retries and waits, instead of the client's limits. Default: 300,000. */
  timeoutMs?: number | undefined
}

const CHANGES_PER_PAGE = 1000

/** Resolves once the whole list is loaded and its stream of changes is open, or cannot be opened; rejects if loading fails. */
export async function openMirror(
  transport: Transport,
  { signal, onChange, availability = false, maxUsers = 1_000_000, timeoutMs = 300_000 }: MirrorOptions = {},
): Promise<Mirror> {
  const controller = new AbortController()
  const copy = createMirrorCopy({ onChange, hasHours: availability, maxUsers, signal: controller.signal })
  const unfollow = followSignal(signal, controller)
  let isLive = false
  let onFirstStep: () => void = () => {}
  const firstStep = new Promise<void>((resolve) => {
    onFirstStep = resolve
  })

  const call = { signal: controller.signal, timeoutMs, availability }
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

type CopyOptions = Pick<MirrorOptions, 'onChange'> & {
  hasHours: boolean
  maxUsers: number
  signal: AbortSignal
}

/** The records of a mirror, until `signal` is aborted, and what changes them. Throws `mirror_full` beyond `maxUsers`. */
function createMirrorCopy({ onChange, hasHours, maxUsers, signal }: CopyOptions) {
  const users = new Map<string, MirroredUser>()
  const toUser = ({ username, timezone, availability }: MirroredUser): MirroredUser =>
    hasHours && availability ? { username, timezone, availability } : { username, timezone }
  let isFilled = false

  function apply(change: Change): void {
    // `onChange` may have closed the mirror while more changes were pending.
    if (signal.aborted) return
    if (change.type === 'delete') users.delete(change.user_id)
    else if (change.type === 'set') users.set(change.user_id, toUser(change))
    // A newer service may report other kinds of change.
    else return
    if (users.size > maxUsers)
      throw new RegistryError('mirror_full', `There are more than ${maxUsers} records`)
    if (isFilled) onChange?.(change)
  }

  /** Makes the map equal to the list, by changes as of now. The first list is what the changes begin with. */
  function replaceBy(list: ReadonlyMap<string, MirroredUser>): void {
    const at = new Date().toISOString()
    for (const user_id of users.keys()) if (!list.has(user_id)) apply({ type: 'delete', user_id, at })
    for (const [user_id, listed] of list) {
      const user = toUser(listed)
      if (JSON.stringify(users.get(user_id)) !== JSON.stringify(user))
        apply({ type: 'set', user_id, ...user, at })
    }
    isFilled = true
  }

  return { users: users as ReadonlyMap<string, MirroredUser>, apply, replaceBy }
}

/** What a copy of the list learns: a change, the whole list again, or only whether the connection is up. */
type ListStep = { isLive: boolean; change?: Change | undefined; list?: ReadonlyMap<string, MirroredUser> }

/** `timeoutMs` is how long loading the whole list may take. */
type ListCall = { signal: AbortSignal; timeoutMs: number; availability: boolean }

/** The steps after the cursor `first`, across reconnections. Rejects if it cannot continue. */
async function* followList(
  transport: Transport,
  first: string,
  call: ListCall,
): AsyncGenerator<ListStep, void, undefined> {
  const { signal } = call
  const reconnection = createReconnection(signal)
  let cursor: string | undefined = first
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      if (cursor === undefined) {
        const loaded = await fetchList(transport, call)
        yield { isLive: false, list: loaded.list }
        cursor = loaded.cursor
      } else if (attempt > 0) {
        for await (const page of pagesAfter(transport, cursor, () => ({ signal }))) {
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
  since: string | undefined,
  call: () => CallOptions,
): AsyncGenerator<ChangesPage, void, undefined> {
  for (let cursor = since; ; ) {
    const page = await fetchChanges(transport, { since: cursor }, call())
    yield page
    if (!page.more) return
    cursor = page.cursor
  }
}

/** Every record, and the cursor to continue from with `/changes`. */
async function fetchList(
  transport: Transport,
  { signal, timeoutMs, availability }: ListCall,
): Promise<{ list: ReadonlyMap<string, MirroredUser>; cursor: string }> {
  const deadline = Date.now() + timeoutMs
  const answer = await transport.send({ path: '/list', isLong: true }, { signal, timeoutMs })
  let cursor = answer.headers.get('changes-cursor')
  if (cursor === null) throw new RegistryError('unexpected_answer', 'The list has no Changes-Cursor header')
  const list = new Map<string, MirroredUser>(Object.entries(readBody<TimezoneList>(answer)))
  if (!availability) return { list, cursor }
  // The list has no hours, but the changes from the start have every record with hours.
  const call = () => ({ signal, timeoutMs: deadline - Date.now() })
  for await (const page of pagesAfter(transport, undefined, call)) {
    for (const change of page.changes)
      if (change.type === 'set') list.set(change.user_id, change)
      else if (change.type === 'delete') list.delete(change.user_id)
    cursor = page.cursor
  }
  return { list, cursor }
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
