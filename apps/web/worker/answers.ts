import { inTime } from './shell.ts'

const CACHE = 'answers'
const MAX_ANSWERS = 60
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000
const STORED_AT = 'x-stored-at'
// A stored mark instead of a variable: the browser stops and restarts a worker at will.
const SESSION_MARK = '/session-mark'

// Reads with the same answer for everyone, apart from the caller's own private record, which `clear` removes.
const COVERED = /^\/v1\/(?:auth|get|lookup|stats|time|timezones|transitions|privacy[.]json)$/

// With the first, programs send a key; with the second, admins ask for what only they see.
const OF_ONE_CALLER = ['authorization', 'registry-act-as']

/** The service's last answers, for when the network fails. At most 60, each at most a week old. */
export type Answers = {
  /** True for the reads whose answers are kept. */
  covers(request: Request): boolean
  /** The service's answer; if none comes within 3 s, the stored one, whose `x-stored-at` says when it was stored. */
  answer(event: FetchEvent): Promise<Response>
  /** Removes what was stored about these people. */
  forget(ids: readonly string[]): Promise<void>
  /** Removes everything, and keeps answers in flight from being stored. */
  clear(): Promise<void>
  /** Takes the status of `/v1/me`: removes everything once a session has ended elsewhere. */
  followSession(status: number): Promise<void>
}

export function createAnswers(): Answers {
  let epoch = 0

  async function clear(): Promise<void> {
    epoch += 1
    await caches.delete(CACHE)
  }

  async function keep(request: Request, response: Response, startedIn: number): Promise<void> {
    const cache = await caches.open(CACHE)
    const isGone = response.status >= 400 && response.status < 500 && response.status !== 429
    if (isGone || response.headers.get('cache-control')?.includes('no-store'))
      return void (await cache.delete(request))
    if (response.status !== 200 || !isJson(response) || startedIn !== epoch) return
    const headers = new Headers(response.headers)
    headers.set(STORED_AT, new Date().toISOString())
    await cache.put(request, new Response(response.body, { headers }))
    await removeExcess(cache)
  }

  return {
    clear,
    covers: (request) =>
      request.method === 'GET' &&
      COVERED.test(new URL(request.url).pathname) &&
      !OF_ONE_CALLER.some((name) => request.headers.has(name)),
    answer: async (event) => {
      const { request } = event
      const startedIn = epoch
      const network = fetch(request).then((response) => {
        // A full disk costs the stored answer, not this one.
        event.waitUntil(keep(request, response.clone(), startedIn).catch(() => {}))
        return response
      })
      return (await inTime(network)) ?? (await findStored(request)) ?? network
    },
    forget: async (ids) => {
      const cache = await caches.open(CACHE)
      const keys = await cache.keys()
      await Promise.all(keys.filter((key) => isAbout(key, ids)).map((key) => cache.delete(key)))
    },
    followSession: async (status) => {
      const cache = await caches.open(CACHE)
      const isMarked = (await cache.match(SESSION_MARK)) !== undefined
      if (status === 401 && isMarked) await clear()
      if (status === 200 && !isMarked) await cache.put(SESSION_MARK, new Response())
    },
  }
}

/** True for a request that names one of these people. */
function isAbout({ url }: Request, ids: readonly string[]): boolean {
  const { searchParams } = new URL(url)
  return ids.some((id) => searchParams.get('id') === id || searchParams.get('ids')?.split(',').includes(id))
}

/** False if a network's sign-in page answered in place of the service. */
function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('json') ?? false
}

/** Removes the oldest answers beyond the bound. */
async function removeExcess(cache: Cache): Promise<void> {
  const keys = (await cache.keys()).filter(({ url }) => !url.endsWith(SESSION_MARK))
  const excess = keys.slice(0, Math.max(0, keys.length - MAX_ANSWERS))
  await Promise.all(excess.map((key) => cache.delete(key)))
}

async function findStored(request: Request): Promise<Response | undefined> {
  const cache = await caches.open(CACHE)
  const stored = await cache.match(request, { ignoreVary: true })
  const storedAt = Date.parse(stored?.headers.get(STORED_AT) ?? '')
  return Date.now() - storedAt < MAX_AGE_MS ? stored : undefined
}
