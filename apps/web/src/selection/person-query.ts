import { hasWrongLength, MAX_LOOKUP_IDS, withoutForbidden } from '@timezone-registry/contract'
import { client } from '../api.ts'
import { queryKeys } from '../query-keys.ts'
import { findKept, forgetPeople, type KnownPerson, keep } from './lists.ts'

/** Null if there is nobody with an id whom the reader may see. */
type Answer = KnownPerson | null

// A state lasts until the next full minute at least.
const EVERY_MS = 60_000
const STALE_MS = 10_000
// Queries that begin together are one request.
const GATHER_MS = 10

/**
 * The query of one person. It begins with what this browser has kept of them, and asks together with the queries of
 * others that begin at the same time.
 */
export function personQuery(id: string, enabled: boolean) {
  return {
    queryKey: queryKeys.person(id),
    queryFn: () => ask(id),
    enabled,
    initialData: () => findKept(id)?.person,
    initialDataUpdatedAt: () => findKept(id)?.at,
    // What was kept is asked for again.
    staleTime: ({ state }: { state: { dataUpdateCount: number } }) =>
      state.dataUpdateCount === 0 ? 0 : STALE_MS,
    // The request of all has been repeated.
    retry: false,
    // Hours are enough to know later states.
    refetchInterval: ({ state: { data } }: { state: { data: Answer | undefined } }) =>
      data?.availability && !data.availability.weekly ? EVERY_MS : false,
  }
}

async function ask(id: string): Promise<Answer> {
  // One id that the service refuses would fail the request of all.
  const isRefused = hasWrongLength(id) || withoutForbidden(id) !== id
  const person = isRefused ? null : id.includes(',') ? await askAlone(id) : await askWithOthers(id)
  if (person === null) forgetPeople([id])
  else keep(id, person)
  return person
}

/** For an id that no list can have. */
async function askAlone(id: string): Promise<Answer> {
  const answer = await client.getTimezone({ query: { id } })
  if (answer.status === 404) return null
  if (answer.status !== 200) throw answer
  const { user, canonical, availability } = answer.body
  return { name: user.username, timezone: canonical, availability }
}

const askWithOthers = gathered(async (ids) => {
  const load = () => client.getTimes({ query: { ids: ids.join(',') } })
  const answer = await load().catch(load)
  if (answer.status !== 200) throw answer
  const { users } = answer.body
  return (id): Answer => {
    const user = Object.hasOwn(users, id) ? users[id] : undefined
    if (user === undefined) return null
    return { name: user.username, timezone: user.canonical, availability: user.availability }
  }
})

/** Asks for up to 100 ids at once with those that others ask for at the same time. */
function gathered<T>(load: (ids: string[]) => Promise<(id: string) => T>): (id: string) => Promise<T> {
  let batch: { ids: Set<string>; found: Promise<(id: string) => T> } | undefined
  return async (id) => {
    if (batch === undefined || batch.ids.size === MAX_LOOKUP_IDS) {
      const ids = new Set<string>()
      const found = new Promise((resolve) => setTimeout(resolve, GATHER_MS)).then(() => {
        if (batch?.ids === ids) batch = undefined
        return load([...ids])
      })
      batch = { ids, found }
    }
    batch.ids.add(id)
    return (await batch.found)(id)
  }
}
