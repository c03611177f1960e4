import { type ChangeEvent, followChanges } from './change-stream.ts'
import { fetchChanges, type Mirror, type MirrorOptions, openMirror } from './mirror.ts'
import type {
  CallOptions,
  ClientOptions,
  FindZonesOptions,
  SearchOptions,
  TimeOptions,
  WriteOptions,
} from './options.ts'
import { createReadBatcher, hasComma } from './reads.ts'
import { orInvalidRequest, RegistryError, requireText, unlessNotFound } from './registry-error.ts'
import type { RegistryRequest } from './request.ts'
import { createTransport, readBody } from './transport.ts'
import type {
  BulkRecord,
  BulkResult,
  ChangesPage,
  FoundTimezone,
  FoundZone,
  Health,
  MatchingUser,
  Me,
  SavedAvailability,
  SavedTimezone,
  SavedVisibility,
  SetAvailability,
  SetTimezone,
  Stats,
  TimeAnswer,
  TimezoneList,
  TimezoneRecord,
  Visibility,
  ZoneNames,
} from './wire.ts'
import { createWriteOrder, OWN_ID } from './write-order.ts'

/** The same as a constant may be declared, with `as const`. */
type Constant<T> = { readonly [Key in keyof T]: Constant<T[Key]> }

/**
 * A Timezone Registry. Every call but `events` settles within its own `timeoutMs`, or within the client's `timeoutMs` and
 * `rateLimitWaitMs` together. It rejects with `RegistryError`, or with the reason of its aborted signal.
 */
export type RegistryClient = {
  /** A user's timezone; undefined without a record. Reads in one tick share requests, and reads of one user a result. */
  get(userId: string, call?: CallOptions): Promise<FoundTimezone | undefined>
  /** The timezones of the users that have one, by id. Rejects with `queue_full` if 10,000 ids would be waiting. */
  getMany(userIds: Iterable<string>, call?: CallOptions): Promise<Map<string, FoundTimezone>>
  /** Local times of up to 100 users, by the service's clock. Rejects with `invalid_request` for an id with a comma. */
  time(userIds: readonly string[], options?: TimeOptions): Promise<TimeAnswer>
  /** The users whose name begins with `name` (at least 2 characters), ignoring letter case and accents. */
  search(name: string, options?: SearchOptions): Promise<MatchingUser[]>
  /** A user's whole record, with its ETag for the option `ifMatch` of a write; undefined without a record. */
  getRecord(userId: string, call?: CallOptions): Promise<{ record: TimezoneRecord; etag: string } | undefined>
  /** Saves a timezone. With a session, `user_id` and `username` may be left out. */
  set(record: SetTimezone, call?: WriteOptions): Promise<SavedTimezone>
  /** Resolves to true if there was a record. With a session, the id may be left out. */
  delete(userId?: string, call?: WriteOptions): Promise<boolean>
  /** Chooses who sees a record; rejects with `not_found` without one. With a session, the id may be left out. */
  setVisibility(visibility: Visibility, userId?: string, call?: WriteOptions): Promise<SavedVisibility>
  /** Saves when somebody is available; rejects with `not_found` without a record. With a session, the id may be left out. */
  setAvailability(
    availability: Constant<Omit<SetAvailability, 'user_id'>>,
    userId?: string,
    call?: WriteOptions,
  ): Promise<SavedAvailability>
  /** Resolves to true if there was one. With a session, the id may be left out. */
  deleteAvailability(userId?: string, call?: WriteOptions): Promise<boolean>
  /** Saves or deletes up to 1,000 records, with an API key or in open mode. A result for each, in order: check for `refused`. */
  bulk(records: readonly BulkRecord[], call?: CallOptions): Promise<BulkResult[]>
  /** Every public record, by user id. `attemptTimeoutMs` does not apply. */
  list(call?: CallOptions): Promise<TimezoneList>
  /** Up to `limit` (1–1000) changes after the cursor `since`. */
  changes(page?: { since?: string; limit?: number }, call?: CallOptions): Promise<ChangesPage>
  /** Changes as they happen, or after `since`, across reconnections. Rejects with `cursor_expired` if these are not kept. */
  events(options?: { since?: string; signal?: AbortSignal }): AsyncIterableIterator<ChangeEvent>
  /** A map of every public record that stays current. Resolves once it is complete, within `timeoutMs`. */
  mirror(options?: MirrorOptions): Promise<Mirror>
  /** The places that a text of at most 64 characters may mean, best first, as it is typed. Empty if nothing is like it. */
  findZones(query: string, options?: FindZonesOptions): Promise<FoundZone[]>
  /** Every accepted time zone name, sorted. */
  zoneNames(call?: CallOptions): Promise<ZoneNames>
  stats(call?: CallOptions): Promise<Stats>
  /** The signed-in person; rejects with `unauthenticated` if there is no session. */
  me(call?: CallOptions): Promise<Me>
  health(call?: CallOptions): Promise<Health>
}

/** Sends a request, and resolves to the body of its response. */
type Request = <Body>(what: RegistryRequest, call?: CallOptions) => Promise<Body>

export function createClient(options: ClientOptions): RegistryClient {
  const transport = createTransport(options)
  const reads = createReadBatcher(transport, options)
  const request: Request = async (what, call) => readBody(await transport.send(what, call))

  return {
    ...createWriteCalls(request, options, reads.forget),
    get: reads.read,
    getMany: async (userIds, call) => {
      const ids = [...new Set(userIds)]
      reads.requireRoom(ids, call)
      const found = await Promise.all(ids.map(async (id) => [id, await reads.read(id, call)] as const))
      return new Map(found.flatMap(([id, user]) => (user === undefined ? [] : [[id, user]])))
    },
    time: async (ids, { at, of, ...call } = {}) => {
      ids.forEach(requireText)
      if (of !== undefined) requireText(of)
      // It would be read as several ids.
      if (ids.some(hasComma))
        throw new RegistryError('invalid_request', 'An id with a comma has no local time')
      return request({ path: '/time', query: { ids: ids.join(), at: at && toText(at), of } }, call)
    },
    search: async (name, { limit, ...call } = {}) => {
      return (await request<{ users: MatchingUser[] }>({ path: '/search', query: { name, limit } }, call))
        .users
    },
    getRecord: async (id, call) => {
      requireText(id)
      const answer = await unlessNotFound(transport.send({ path: '/get', query: { id } }, call))
      return answer && { record: readBody(answer), etag: answer.headers.get('etag') ?? '' }
    },
    list: (call) => request({ path: '/list', isLong: true }, call),
    changes: (page = {}, call) => fetchChanges(transport, page, call),
    events: (from = {}) => followChanges(transport, from),
    mirror: (how) => openMirror(transport, how),
    findZones: async (query, { language, limit, ...call } = {}) => {
      const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language }
      return (
        await request<{ zones: FoundZone[] }>({ path: '/zones', query: { query, limit }, headers }, call)
      ).zones
    },
    zoneNames: (call) => request({ path: '/timezones' }, call),
    stats: (call) => request({ path: '/stats' }, call),
    me: (call) => request({ path: '/me' }, call),
    health: (call) => request({ path: '/health', accepts: [503] }, call),
  }
}

function toText(at: string | Date): string {
  return typeof at === 'string' ? at : orInvalidRequest(() => at.toISOString())
}

/** The calls that write. `onWritten` is called after each write, whether it succeeded or not. */
function createWriteCalls(
  request: Request,
  limits: CallOptions,
  onWritten: () => void,
): Pick<
  RegistryClient,
  'set' | 'delete' | 'setVisibility' | 'setAvailability' | 'deleteAvailability' | 'bulk'
> {
  const writes = createWriteOrder(limits)

  async function write<Body>(
    userIds: string[],
    what: RegistryRequest,
    call: WriteOptions = {},
  ): Promise<Body> {
    const headers = conditionsOf(call)
    try {
      return await writes.run(userIds, call, (rest) => request<Body>({ ...what, headers }, rest))
    } finally {
      onWritten()
    }
  }

  return {
    set: (body, call) => write([body.user_id ?? OWN_ID], { method: 'POST', path: '/set', body }, call),
    delete: async (user_id, call) => {
      const what = { method: 'DELETE', path: '/delete', query: { user_id } } as const
      return (await write<{ deleted: boolean }>([user_id ?? OWN_ID], what, call)).deleted
    },
    setVisibility: (visibility, user_id, call) => {
      const what = { method: 'PUT', path: '/visibility', body: { visibility, user_id } } as const
      return write([user_id ?? OWN_ID], what, call)
    },
    setAvailability: (availability, user_id, call) => {
      const what = { method: 'PUT', path: '/availability', body: { ...availability, user_id } } as const
      return write([user_id ?? OWN_ID], what, call)
    },
    deleteAvailability: async (user_id, call) => {
      const what = { method: 'DELETE', path: '/availability', query: { user_id } } as const
      return (await write<{ deleted: boolean }>([user_id ?? OWN_ID], what, call)).deleted
    },
    bulk: async (records, call) => {
      const what = { method: 'POST', path: '/bulk', body: { records } } as const
      const userIds = records.map((record) => record.user_id)
      return (await write<{ results: BulkResult[] }>(userIds, what, call)).results
    },
  }
}

function conditionsOf({ ifMatch, ifNoneMatch }: WriteOptions): Record<string, string> {
  return {
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
  }
}
