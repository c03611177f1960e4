import type { IncomingMessage } from 'node:http'
import Bowser from 'bowser'
import type { Cookies } from '../cookies.ts'
import { createCredentialLookup } from '../credential-lookup.ts'
import type { Person, Session } from '../identity.ts'
import { createSecret, hashOf } from '../secrets.ts'
import type { SessionStore, WhichSessions } from './session-store.ts'

/** Who is signed in. Only the browser has the session id; the service stores its hash. */
export type Sessions = ReturnType<typeof createSessions>

const TOUCHES_PER_IDLE_TIME = 20
const MAX_USER_AGENT_CHARACTERS = 512
// For an unknown program, the parser returns whatever it calls itself.
const KNOWN = new Set([...Object.values(Bowser.BROWSER_MAP), ...Object.values(Bowser.OS_MAP)])

type SessionsOptions = {
  store: SessionStore
  cookies: Pick<Cookies, 'readSessions'>
  idleSeconds: number
}

export function createSessions({ store, cookies, idleSeconds }: SessionsOptions) {
  const touchSeconds = idleSeconds / TOUCHES_PER_IDLE_TIME
  const { invalidate: invalidateOne, ...lookup } = createCredentialLookup<Session>({
    form: /^[\w-]{43}$/,
    lookUp: async (idHash) => {
      const stored = await store.find(idHash)
      if (stored === undefined) return undefined
      // Written occasionally, not for each request; if it fails, a later request retries it.
      if (stored.idleForSeconds > touchSeconds) store.markUsed(idHash).catch(() => {})
      return { idHash, person: stored.person }
    },
    // Otherwise a session could end as idle although it is used.
    recallMs: touchSeconds * 1000,
  })
  const invalidate = (idHashes: readonly string[]) => idHashes.forEach(invalidateOne)

  return {
    ...lookup,
    /** Starts a session; its id is 256 random bits, never one that the browser sent. */
    start: async (person: Person, userAgent?: string) => {
      const id = createSecret()
      const idHash = hashOf(id)
      await store.add(idHash, person, deviceOf(userAgent))
      // If one fails, the next login retries it.
      invalidate(await store.removeSurplusOf(person).catch(() => []))
      // An id in place of a name: the provider gave none this time.
      if (person.username !== person.userId) invalidate(await store.updateProfileOf(person).catch(() => []))
      return { id, session: { idHash, person } }
    },
    /** The valid sessions whose cookies a request carries. Rejects as `find` does. */
    findPresented: async (req: IncomingMessage) => {
      const found = await Promise.all(cookies.readSessions(req).map(lookup.find))
      return found.filter((session) => session !== undefined)
    },
    listOf: store.listOf,
    /** Resolves to the hashes of the ended sessions. */
    end: async (which: WhichSessions) => {
      const ended = await store.remove(which)
      // One that was deleted from the database may still be trusted.
      invalidate('idHash' in which ? [which.idHash] : ended)
      return ended
    },
    /** Trusts these no more: they were deleted from the database. */
    invalidate,
  }
}

/** The browser and system of a `User-Agent`, such as `Firefox on Windows`; undefined for an unknown one. */
export function deviceOf(userAgent = ''): string | undefined {
  if (userAgent === '') return undefined
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_USER_AGENT_CHARACTERS))
  const names = [browser.name, os.name].filter((name) => name !== undefined && KNOWN.has(name))
  return names.length > 0 ? names.join(' on ') : undefined
}
