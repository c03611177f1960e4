import { type ChangeEvent, followChanges } from './change-stream.ts'
import { fetchChanges, type Mirror, type MirrorOptions, openMirror } from './mirror.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { createReadBatcher } from './read-batch.ts'
import { createTransport, type RegistryRequest } from './transport.ts'
import type {
  ChangesPage,
  DeletedTimezone,
  FoundTimezone,
  Health,
  Me,
  SavedTimezone,
  SetTimezone,
  Stats,
  TimezoneList,
  ZoneNames,
} from './wire.ts'
import { createWriteOrder } from './write-order.ts'

/**
 * A Timezone Registry. Every call ends within its timeout and rejects with `RegistryError`, or with the reason of its
 * aborted signal.
 */
export type RegistryClient = {
  /** A user's timezone; undefined without a record. Reads of one tick share requests, and an answer with the same id. */
  get(userId: string, call?: CallOptions): Promise<FoundTimezone | undefined>
  /** The timezones of those users that have one, by id. Any number of ids, up to 10,000 at a time. */
  getMany(userIds: Iterable<string>, call?: CallOptions): Promise<Map<string, FoundTimezone>>
  /** Saves a timezone. With a session, `user_id` and `username` may be left out. */
  set(record: SetTimezone, call?: CallOptions): Promise<SavedTimezone>
  /** Resolves to true if there was a record. With a session, the id may be left out. */
  delete(userId?: string, call?: CallOptions): Promise<boolean>
  /** Every public record, by user id. */
  list(call?: CallOptions): Promise<TimezoneList>
  /** Up to `limit` (1–1000) changes after the cursor `since`. */
  changes(page?: { since?: string; limit?: number }, call?: CallOptions): Promise<ChangesPage>
  /**
   * Changes as they happen, from now on or after `since`, across reconnections. Ends when the loop is left or `signal`
   * is aborted; rejects with `cursor_expired` when changes after `since` are no longer kept.
   */
  events(options?: { since?: string; signal?: AbortSignal }): AsyncIterableIterator<ChangeEvent>
  /** A map of every public record that stays current. Resolves once it is complete. */
  mirror(options?: MirrorOptions): Promise<Mirror>
  /** Every accepted time-zone name, sorted. */
  zoneNames(call?: CallOptions): Promise<ZoneNames>
  stats(call?: CallOptions): Promise<Stats>
  /** The person whose session it is; rejects with `unauthenticated` without one. */
  me(call?: CallOptions): Promise<Me>
  health(call?: CallOptions): Promise<Health>
}

export function createClient(options: ClientOptions): RegistryClient {
  const transport = createTransport(options)
  const reads = createReadBatcher({ transport, timeoutMs: options.timeoutMs ?? 30_000 })
  const writes = createWriteOrder()

  async function request<Body>(what: RegistryRequest, call?: CallOptions): Promise<Body> {
    const { text } = await transport.send(what, call)
    return JSON.parse(text) as Body
  }

  async function write<Body>(
    userId: string | undefined,
    what: RegistryRequest,
    call?: CallOptions,
  ): Promise<Body> {
    try {
      return await writes.run(userId ?? '', () => request<Body>(what, call))
    } finally {
      reads.forget()
    }
  }

  return {
    get: reads.read,
    getMany: async (userIds, call) => {
      const ids = [...new Set(userIds)]
      const found = await Promise.all(ids.map(async (id) => [id, await reads.read(id, call)] as const))
      return new Map(found.flatMap(([id, user]) => (user === undefined ? [] : [[id, user]])))
    },
    set: (body, call) => write(body.user_id, { method: 'POST', path: '/set', body }, call),
    delete: async (user_id, call) => {
      const what = { method: 'DELETE', path: '/delete', query: { user_id } } as const
      return (await write<DeletedTimezone>(user_id, what, call)).deleted
    },
    list: (call) => request({ path: '/list', isLong: true }, call),
    changes: ({ since, limit } = {}, call) => fetchChanges(transport, since, call?.signal, limit),
    events: (from = {}) => followChanges(transport, from),
    mirror: (how) => openMirror(transport, how),
    zoneNames: (call) => request({ path: '/timezones' }, call),
    stats: (call) => request({ path: '/stats' }, call),
    me: (call) => request({ path: '/me' }, call),
    health: (call) => request({ path: '/health', accepts: [503] }, call),
  }
}
