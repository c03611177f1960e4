import { MAX_LOOKUP_IDS } from '@timezone-registry/contract'
import { useEffect, useState } from 'react'
import { api } from '../api.ts'
import { retryUnlessAnswered } from '../ui/retry.ts'

/** Somebody to compare with. A zone only if `state` is `found`: the last one known, even while offline. */
export type Person = {
  id: string
  name: string
  timezone: string | undefined
  state: 'found' | 'missing' | 'loading' | 'unchecked'
}

type Known = Record<string, Pick<Person, 'name' | 'timezone'>>

/** At most this many people at once. */
export const MAX_PEOPLE = MAX_LOOKUP_IDS

/** The people with these ids, in the same order. Known people stay while others are loaded or cannot be. */
export function usePeople(ids: readonly string[], enabled: boolean) {
  const [known, setKnown] = useState<Known>({})
  const asked = ids.slice(0, MAX_PEOPLE)
  const lookup = api.lookupTimezones.useQuery({
    queryKey: ['people', ...asked],
    queryData: { query: { ids: asked.join(',') } },
    enabled: enabled && asked.length > 0,
    retry: retryUnlessAnswered,
  })
  const answer = lookup.data?.body
  useEffect(() => {
    if (answer === undefined) return
    const found = Object.entries(answer.users).map(
      ([id, { username, canonical }]) => [id, { name: username, timezone: canonical }] as const,
    )
    const missing = answer.missing.map((id) => [id, { name: id, timezone: undefined }] as const)
    setKnown(Object.fromEntries([...found, ...missing]))
  }, [answer])

  function toPerson(id: string): Person {
    const person = Object.hasOwn(known, id) ? known[id] : undefined
    if (person?.timezone !== undefined) return { id, ...person, state: 'found' }
    if (person !== undefined && !lookup.isError) return { id, ...person, state: 'missing' }
    return { id, name: id, timezone: undefined, state: lookup.isError ? 'unchecked' : 'loading' }
  }

  return { people: asked.map(toPerson), error: lookup.error, reload: lookup.refetch }
}
