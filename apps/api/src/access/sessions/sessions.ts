import { LRUCache } from 'lru-cache'
import type { Person, Session } from '../identity.ts'
import { createSecret, hashOf } from '../secrets.ts'
import { createSessionLookup, type SessionLookupOptions } from './session-lookup.ts'
import type { OwnSession, SessionStore } from './session-store.ts'

/** Who is signed in. Only the browser has the session id; the service stores its hash. */
export type Sessions = {
  /** Starts a session; its id is 256 random bits, never one that the browser sent. */
  start(person: Person, device?: string): Promise<{ id: string; session: Session }>
  /**
   * Undefined for an id that is unknown, expired or ended. Throws `Unavailable`, or the database's error, within 2.5 s
   * if the database does not answer.
   */
  find(id: string): Promise<Session | undefined>
  /** True if the id was valid when it was last looked up here: it is not a guess. */
  wasValid(id: string): boolean
  /** Every stored session of the person, expired ones included, the most recently used ones first; at most a thousand. */
  listOf(person: Person): Promise<OwnSession[]>
  /** Ends the session; resolves to the number of sessions ended. */
  end(session: Session): Promise<number>
  /** Ends every session of the same person; resolves to the number of sessions ended. */
  endAllOf(person: Person): Promise<number>
  /** Ends one of the person's sessions; resolves to its hash, or undefined if they have none with this id. */
  endOneOf(person: Person, publicId: string): Promise<string | undefined>
  /** Evicts sessions that were deleted from the database. Never throws. */
  forget(idHashes: readonly string[]): Promise<void>
}

const ID = /^[\w-]{43}$/
const PUBLIC_ID = /^[\da-f]{32}$/
const MAX_KNOWN_IDS = 10_000

/** The database is authoritative; the optional cache saves most lookups. */
export function createSessions({
  store,
  ...options
}: SessionLookupOptions & { store: SessionStore }): Sessions {
  const { find, forget } = createSessionLookup({ store, ...options })
  const valid = new LRUCache<string, true>({ max: MAX_KNOWN_IDS })

  return {
    start: async (person, device) => {
      const id = createSecret()
      const session = { idHash: hashOf(id), person }
      await store.add(session.idHash, person, device)
      // If one fails, the next login retries it.
      await forget(await store.removeSurplusOf(person).catch(() => []))
      // An id in place of a name: the provider gave none this time.
      if (person.username !== person.userId) await forget(await store.updateProfileOf(person).catch(() => []))
      return { id, session }
    },
    listOf: store.listOf,
    forget,
    find: async (id) => {
      if (!ID.test(id)) return undefined
      const idHash = hashOf(id)
      const person = await find(idHash)
      if (person === undefined) valid.delete(idHash)
      else valid.set(idHash, true)
      return person && { idHash, person }
    },
    wasValid: (id) => valid.has(hashOf(id)),
    end: async ({ idHash }) => {
      const existed = await store.remove(idHash)
      await forget([idHash])
      return existed ? 1 : 0
    },
    endAllOf: async (person) => {
      const removed = await store.removeAllOf(person)
      await forget(removed)
      return removed.length
    },
    endOneOf: async (person, publicId) => {
      // Other text may contain what the database refuses.
      const idHash = PUBLIC_ID.test(publicId) ? await store.removeOneOf(person, publicId) : undefined
      if (idHash !== undefined) await forget([idHash])
      return idHash
    },
  }
}

/** How long a session may be served from the cache: an ended one must be refused everywhere within five seconds. */
export function sessionCacheMilliseconds({ idleSeconds }: { idleSeconds: number }): number {
  // Short enough that use of a session is recorded well before it counts as idle.
  return Math.min(4000, idleSeconds * 250)
}
