import type { IncomingMessage } from 'node:http'
import Bowser from 'bowser'
import type { Cookies } from '../cookies.ts'
import { createCredentialLookup } from '../credential-lookup.ts'
import type { Person, Session } from '../identity.ts'
import { createSecret, hashOf } from '../secrets.ts'
import type { SessionStore, WhichSessions } from './session-store.ts'

/** Who is signed in. Only the browser has the session id; the service stores its hash. */
export type Sessions = ReturnType<typeof createSessions>

const ID = /^[\w-]{43}$/
const TOUCHES_PER_IDLE_TIME = 20
const MAX_RECALL_MS = 60_000
const MAX_USER_AGENT_CHARACTERS = 512
// For an unknown program, the parser returns whatever it calls itself.
const KNOWN = new Set([...Object.values(Bowser.BROWSER_MAP), ...Object.values(Bowser.OS_MAP)])

type SessionsOptions = {
  store: SessionStore
  cookies: Pick<Cookies, 'readSessions'>
  idleSeconds: number
}

export function createSessions({ cookies, ...options }: SessionsOptions) {
  const { store, idleSeconds } = options
  const lookup = createLookup(options)
  const recallMs = Math.min(MAX_RECALL_MS, (idleSeconds * 1000) / TOUCHES_PER_IDLE_TIME)
  const find = async (id: string): Promise<Session | undefined> =>
    ID.test(id) ? lookup.find(hashOf(id)) : undefined
  const invalidate = (idHashes: readonly string[]) => idHashes.forEach(lookup.invalidate)

  return {
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
    /** The session, if it was looked up within the last two seconds. */
    peek: (id: string): Session | undefined => lookup.peek(hashOf(id)),
    /** The session as it was within the last minute, for a write that checks by itself that it has not ended. */
    recall: (id: string): Session | undefined => lookup.peek(hashOf(id), recallMs),
    /** Undefined for an id that is unknown, expired or ended. Throws as `CredentialLookup.find` does. */
    find,
    /** The valid sessions whose cookies a request carries; none for ambiguous cookies. Rejects as `find` does. */
    findPresented: async (req: IncomingMessage) => {
      const ids = cookies.readSessions(req)
      const found = ids === 'ambiguous' ? [] : await Promise.all(ids.map(find))
      return found.filter((session) => session !== undefined)
    },
    /** True if the id was valid when it was last looked up here: it is not a guess. */
    wasValid: (id: string) => lookup.wasValid(hashOf(id)),
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

function createLookup({ store, idleSeconds }: Omit<SessionsOptions, 'cookies'>) {
  return createCredentialLookup<Session>(async (idHash) => {
    const stored = await store.find(idHash)
    if (stored === undefined) return undefined
    // Written occasionally, not for each request; if it fails, a later request retries it.
    if (stored.idleForSeconds > idleSeconds / TOUCHES_PER_IDLE_TIME) store.markUsed(idHash).catch(() => {})
    return { idHash, person: stored.person }
  }, 'Sessions cannot be checked right now. Try again in a moment.')
}

/** The browser and system of a `User-Agent`, such as `Firefox on Windows`; undefined for an unknown one. */
export function deviceOf(userAgent = ''): string | undefined {
  if (userAgent === '') return undefined
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_USER_AGENT_CHARACTERS))
  const names = [browser.name, os.name].filter((name) => name !== undefined && KNOWN.has(name))
  return names.length > 0 ? names.join(' on ') : undefined
}
