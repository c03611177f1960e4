import type { Person, Session } from '../identity.ts'
import { createSecret, hashOf } from '../secrets.ts'
import type { SessionCache } from './session-cache.ts'
import type { SessionStore } from './session-store.ts'

/** Who is signed in. An id is known to the browser alone; here it is only ever compared by its hash. */
export type Sessions = {
  /** Starts a session; its id is 256 random bits, never one that the browser brought along. */
  start(person: Person): Promise<{ id: string; session: Session }>
  /** Undefined for an id that is unknown, expired or ended. Rejects only while the database cannot tell. */
  find(id: string): Promise<Session | undefined>
  /** Ends the session; answers how many have ended. */
  end(session: Session): Promise<number>
  /** Ends every session of the same person; answers how many have ended. */
  endAllOf(person: Person): Promise<number>
}

const ID = /^[\w-]{43}$/
const TOUCHES_PER_IDLE_TIME = 20

/** The database holds the truth; the cache, where there is one, saves most of the questions. */
export function createSessions({
  store,
  cache,
  idleSeconds,
  cachedForMilliseconds,
}: {
  store: SessionStore
  cache: SessionCache | undefined
  idleSeconds: number
  cachedForMilliseconds: number
}): Sessions {
  async function load(idHash: string): Promise<Person | undefined> {
    const readAt = Date.now()
    const stored = await store.find(idHash)
    if (stored === undefined) return undefined
    // One write in a while, not one for each request; one that fails is made good by the next request.
    if (stored.idleForSeconds > idleSeconds / TOUCHES_PER_IDLE_TIME) store.markUsed(idHash).catch(() => {})
    if (stored.secondsLeft * 1000 > cachedForMilliseconds) await cache?.add(idHash, stored.person, readAt)
    return stored.person
  }

  return {
    start: async (person) => {
      await store.removeExpired()
      const id = createSecret()
      const session = { idHash: hashOf(id), person }
      await store.add(session.idHash, person)
      return { id, session }
    },
    find: async (id) => {
      if (!ID.test(id)) return undefined
      const idHash = hashOf(id)
      const person = (await cache?.find(idHash)) ?? (await load(idHash))
      return person && { idHash, person }
    },
    end: async ({ idHash }) => {
      const wasThere = await store.remove(idHash)
      await cache?.remove([idHash])
      return wasThere ? 1 : 0
    },
    endAllOf: async (person) => {
      const removed = await store.removeAllOf(person)
      await cache?.remove(removed)
      return removed.length
    },
  }
}

/** For how long a session may be answered from the cache: an ended one must be gone everywhere within five seconds. */
export function sessionCacheMilliseconds({ idleSeconds }: { idleSeconds: number }): number {
  // Short enough that a session in use is seen to be used well before it counts as idle.
  return Math.min(4000, idleSeconds * 250)
}
