import { MAX_LOOKUP_IDS } from '@timezone-registry/contract'
import { useMemo, useRef } from 'react'
import { api } from '../api.ts'
import type { Availability } from '../clock/days.ts'
import { queryKeys } from '../query-keys.ts'
import { retryUnlessAnswered } from '../ui/retry.ts'
import { MAX_PEOPLE } from './lists.ts'

/** Somebody to compare with. A zone only if `state` is `found`: the last one known, even while offline. */
export type Person = {
  id: string
  name: string
  /** What others call them, where the reader has another name for them. */
  realName?: string
  timezone: string | undefined
  state: 'found' | 'missing' | 'loading' | 'unchecked'
  /** What they have said about when they are available. */
  availability?: Availability | undefined
}

type Known = Pick<Person, 'name' | 'timezone'>

/** The people with these ids, in the same order. Known people stay while others load or fail to load. */
export function usePeople(ids: readonly string[], enabled: boolean) {
  const first = useLookup(ids.slice(0, MAX_LOOKUP_IDS), enabled)
  const second = useLookup(ids.slice(MAX_LOOKUP_IDS, MAX_PEOPLE), enabled)
  // Kept across the queries of different lists, so that people stay when another is added while offline.
  const known = useRef(new Map<string, Known>())
  const asked = ids.slice(0, MAX_PEOPLE).join()
  const people = useMemo(() => {
    remember(known.current, first.data?.body)
    remember(known.current, second.data?.body)
    return (asked === '' ? [] : asked.split(',')).map((id, index) =>
      toPerson(
        id,
        known.current.get(id),
        !enabled || (index < MAX_LOOKUP_IDS ? first.isError : second.isError),
      ),
    )
  }, [asked, enabled, first.data, first.isError, second.data, second.isError])

  return {
    people,
    error: first.error ?? second.error,
    reload: () =>
      void Promise.all([first.refetch(), ...(ids.length > MAX_LOOKUP_IDS ? [second.refetch()] : [])]),
  }
}

function useLookup(ids: readonly string[], enabled: boolean) {
  return api.lookupTimezones.useQuery({
    queryKey: queryKeys.people(ids),
    queryData: { query: { ids: ids.join(',') } },
    enabled: enabled && ids.length > 0,
    retry: retryUnlessAnswered,
  })
}

type Answer = { users: Record<string, { username: string; canonical: string }>; missing: string[] }

function remember(known: Map<string, Known>, answer: Answer | undefined): void {
  for (const [id, { username, canonical }] of Object.entries(answer?.users ?? {}))
    known.set(id, { name: username, timezone: canonical })
  for (const id of answer?.missing ?? []) known.set(id, { name: id, timezone: undefined })
}

function toPerson(id: string, known: Known | undefined, isUnchecked: boolean): Person {
  if (known?.timezone !== undefined) return { id, ...known, state: 'found' }
  if (known !== undefined && !isUnchecked) return { id, ...known, state: 'missing' }
  return { id, name: id, timezone: undefined, state: isUnchecked ? 'unchecked' : 'loading' }
}
