import type { IncomingMessage } from 'node:http'
import Bowser from 'bowser'
import type { Logger } from '../../logger.ts'
import type { Cookies } from '../cookies.ts'
import { createCredentialLookup } from '../credential-lookup.ts'
import type { Person, Session } from '../identity.ts'
import { createSecret, hashOf } from '../secrets.ts'
import type { SessionCache } from './session-cache.ts'
import type { OwnSession, SessionStore } from './session-store.ts'

/** Who is signed in. Only the browser has the session id; the service stores its hash. */
export type Sessions = {
  /** Starts a session; its id is 256 random bits, never one that the browser sent. */
  start(person: Person, userAgent?: string): Promise<{ id: string; session: Session }>
  /** Undefined for an id that is unknown, expired or ended. Throws as `CredentialLookup.find` does. */
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
  /** Removes sessions that were deleted from the database from the cache. Never throws. */
  invalidate(idHashes: readonly string[]): Promise<void>
}

const ID = /^[\w-]{43}$/
const PUBLIC_ID = /^[\da-f]{32}$/
const TOUCHES_PER_IDLE_TIME = 20
const PRUNE_EVERY_MS = 3_600_000
const MAX_USER_AGENT_CHARACTERS = 512
// For an unknown program, the parser returns whatever it calls itself.
const KNOWN = new Set([...Object.values(Bowser.BROWSER_MAP), ...Object.values(Bowser.OS_MAP)])

type SessionsOptions = { store: SessionStore; cache: SessionCache | undefined; idleSeconds: number }

export function createSessions(options: SessionsOptions): Sessions {
  const { store } = options
  const { find, wasValid, invalidate } = createSessionLookup(options)

  return {
    start: async (person, userAgent) => {
      const id = createSecret()
      const session = { idHash: hashOf(id), person }
      await store.add(session.idHash, person, deviceOf(userAgent))
      // If one fails, the next login retries it.
      await invalidate(await store.removeSurplusOf(person).catch(() => []))
      // An id in place of a name: the provider gave none this time.
      if (person.username !== person.userId)
        await invalidate(await store.updateProfileOf(person).catch(() => []))
      return { id, session }
    },
    find: async (id) => {
      if (!ID.test(id)) return undefined
      const idHash = hashOf(id)
      const person = await find(idHash)
      return person && { idHash, person }
    },
    wasValid: (id) => wasValid(hashOf(id)),
    listOf: store.listOf,
    end: async ({ idHash }) => {
      const existed = await store.remove(idHash)
      await invalidate([idHash])
      return existed ? 1 : 0
    },
    endAllOf: async (person) => {
      const removed = await store.removeAllOf(person)
      await invalidate(removed)
      return removed.length
    },
    endOneOf: async (person, publicId) => {
      // Other text may contain what the database refuses.
      const idHash = PUBLIC_ID.test(publicId) ? await store.removeOneOf(person, publicId) : undefined
      if (idHash !== undefined) await invalidate([idHash])
      return idHash
    },
    invalidate,
  }
}

/** The database is authoritative; the optional cache saves most lookups. */
function createSessionLookup({ store, cache, idleSeconds }: SessionsOptions) {
  const lookup = createCredentialLookup(
    async (idHash) => (await cache?.find(idHash)) ?? (await load(idHash)),
    'Sessions cannot be checked right now. Try again in a moment.',
  )

  async function load(idHash: string): Promise<Person | undefined> {
    const readAt = Date.now()
    const stored = await store.find(idHash)
    if (stored === undefined) return undefined
    // Written occasionally, not for each request; if it fails, a later request retries it.
    if (stored.idleForSeconds > idleSeconds / TOUCHES_PER_IDLE_TIME) store.markUsed(idHash).catch(() => {})
    await cache?.add(idHash, stored, readAt)
    return stored.person
  }

  return {
    find: lookup.find,
    wasValid: lookup.wasValid,
    invalidate: async (idHashes: readonly string[]) => {
      idHashes.forEach(lookup.invalidate)
      await cache?.remove(idHashes)
      // Again, because a lookup may have read the cache meanwhile.
      idHashes.forEach(lookup.invalidate)
    },
  }
}

/** The browser and system of a `User-Agent`, such as `Firefox on Windows`; undefined for an unknown one. */
export function deviceOf(userAgent = ''): string | undefined {
  if (userAgent === '') return undefined
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_USER_AGENT_CHARACTERS))
  const names = [browser.name, os.name].filter((name) => name !== undefined && KNOWN.has(name))
  return names.length > 0 ? names.join(' on ') : undefined
}

/** The valid sessions whose cookies a request carries; none for ambiguous cookies. Rejects as `Sessions.find` does. */
export type FindPresentedSessions = (req: IncomingMessage) => Promise<Session[]>

export function createFindPresentedSessions(
  { readSessions }: Pick<Cookies, 'readSessions'>,
  { find }: Pick<Sessions, 'find'>,
): FindPresentedSessions {
  return async (req) => {
    const ids = readSessions(req)
    const found = ids === 'ambiguous' ? [] : await Promise.all(ids.map(find))
    return found.filter((session) => session !== undefined)
  }
}

/** Deletes expired sessions, now and each hour, until it is disposed. */
export function startSessionPruner({
  store,
  logger,
}: {
  store: Pick<SessionStore, 'removeExpired'>
  logger: Logger
}): Disposable {
  let stopped = false
  async function prune(): Promise<void> {
    try {
      while (!stopped && (await store.removeExpired()));
    } catch (error) {
      if (!stopped) logger.warn({ err: error }, 'Could not delete expired sessions; trying again in an hour')
    }
  }
  void prune()
  const timer = setInterval(() => void prune(), PRUNE_EVERY_MS).unref()
  return {
    [Symbol.dispose]: () => {
      stopped = true
      clearInterval(timer)
    },
  }
}
