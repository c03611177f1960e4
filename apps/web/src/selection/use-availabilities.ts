import { keepPreviousData } from '@tanstack/react-query'
import { MAX_LOOKUP_IDS } from '@timezone-registry/contract'
import { useMemo } from 'react'
import { api } from '../api.ts'
import type { Availability } from '../clock/days.ts'
import { queryKeys } from '../query-keys.ts'
import { retryUnlessAnswered } from '../ui/retry.ts'
import { MAX_PEOPLE } from './lists.ts'

// A state lasts until the next full minute at least.
const EVERY_MS = 60_000

type Times = { users: Record<string, { availability: Availability | null }> }

/**
 * What the people with these ids have said about when they are available, by id. `isLoading` until it is known or the
 * service has not answered.
 */
export function useAvailabilities(ids: readonly string[], enabled: boolean) {
  const first = useTimes(ids.slice(0, MAX_LOOKUP_IDS), enabled)
  const second = useTimes(ids.slice(MAX_LOOKUP_IDS, MAX_PEOPLE), enabled)
  const availabilities = useMemo(
    () => new Map([...read(first.data?.body, first.isError), ...read(second.data?.body, second.isError)]),
    [first.data, first.isError, second.data, second.isError],
  )
  return { availabilities, isLoading: first.isLoading || second.isLoading }
}

function useTimes(ids: readonly string[], enabled: boolean) {
  const times = api.getTimes.useQuery({
    queryKey: queryKeys.availability(ids),
    queryData: { query: { ids: ids.join(',') } },
    enabled: enabled && ids.length > 0,
    retry: retryUnlessAnswered,
    // Nobody's day changes while somebody else is added.
    placeholderData: keepPreviousData,
    // Hours are enough to know later states.
    refetchInterval: ({ state: { data } }) => read(data?.body).some(([, { weekly }]) => !weekly) && EVERY_MS,
  })
  const isLoading = times.isLoading || times.isPlaceholderData
  return { data: times.data, isError: times.isError, isLoading }
}

/** A state without hours says nothing once the service cannot be asked. */
function read({ users = {} }: Partial<Times> = {}, isError = false): [string, Availability][] {
  return Object.entries(users).flatMap(([id, { availability }]): [string, Availability][] =>
    availability === null || (isError && !availability.weekly) ? [] : [[id, availability]],
  )
}
