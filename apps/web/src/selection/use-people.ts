import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { readUnregistered } from '@timezone-registry/contract'
import { type CityNames, nameCity } from '@timezone-registry/zones/place-of'
import { useCallback } from 'react'
import type { Availability } from '../clock/days.ts'
import { useCities } from '../texts/use-text.tsx'
import { type KnownPerson, MAX_PEOPLE } from './lists.ts'
import { personQuery } from './person-query.ts'

/** Somebody to compare with. A zone only if `state` is `found`: the last one known, even while offline. */
export type Person = {
  id: string
  name: string
  /** What others call them, where the reader has another name for them. */
  realName?: string
  timezone: string | undefined
  state: 'found' | 'missing' | 'loading' | 'unchecked'
  /** True if the service has not answered: what is shown was known before. */
  isOld?: boolean
  /** What they have said about when they are available. */
  availability?: Availability | undefined
  /** True for a place, and for somebody who is not registered: only lists of this browser and links know them. */
  isUnregistered?: boolean
}

/** Somebody whose zone is known. */
export type PersonInZone = Person & { timezone: string }

/** The people with these ids, in the same order. */
export function usePeople(ids: readonly string[], enabled: boolean) {
  const cities = useCities()
  const shown = ids.slice(0, MAX_PEOPLE)
  const asked = shown.filter((id) => readUnregistered(id) === undefined)
  const combine = useCallback(
    (results: Result[]) => ({
      people: shown.flatMap((id) => {
        const result = results[asked.indexOf(id)]
        return result ? toPerson(id, result, enabled) : (toUnregistered(id, cities) ?? [])
      }),
      error: results.find(({ error }) => error)?.error ?? null,
      reload: () => {
        for (const { refetch } of results) void refetch()
      },
    }),
    [shown.join(), enabled, cities],
  )
  return useQueries({ queries: asked.map((id) => personQuery(id, enabled)), combine })
}

/** Somebody, as the last answer or what was kept says. */
export function usePerson(id: string, enabled: boolean) {
  const result = useQuery(personQuery(id, enabled))
  const { error, refetch } = result
  return { person: toPerson(id, result, enabled), error, reload: () => void refetch() }
}

function toUnregistered(id: string, cities: CityNames): Person | undefined {
  const { timezone, name } = readUnregistered(id) ?? {}
  if (timezone === undefined) return undefined
  return { id, name: name || nameCity(timezone, cities), timezone, state: 'found', isUnregistered: true }
}

type Result = Pick<UseQueryResult<KnownPerson | null>, 'data' | 'error' | 'dataUpdatedAt' | 'refetch'>

function toPerson(id: string, { data, error }: Result, enabled: boolean): Person {
  const isOld = !enabled || error !== null
  if (!data || !enabled) {
    const state = isOld ? 'unchecked' : data === null ? 'missing' : 'loading'
    return { id, name: id, timezone: undefined, state }
  }
  const { availability, ...known } = data
  // A state without hours says nothing once the service cannot be asked.
  const said = availability && (availability.weekly || !isOld) ? availability : undefined
  return { id, ...known, state: 'found', isOld, availability: said }
}
