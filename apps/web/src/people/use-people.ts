import { MAX_LOOKUP_IDS } from '@timezone-registry/contract'
import { api } from '../api.ts'

/** Somebody to compare with: his name, and his zone where he has saved one. */
export type Person = { id: string; name: string; timezone: string | undefined }

/** At most this many people at once. */
export const MAX_PEOPLE = MAX_LOOKUP_IDS

/** The people with these ids, in the same order; the list stays while another one is loaded. */
export function usePeople(ids: readonly string[], enabled: boolean) {
  const asked = ids.slice(0, MAX_PEOPLE)
  const lookup = api.lookupTimezones.useQuery({
    queryKey: ['people', ...asked],
    queryData: { query: { ids: asked.join(',') } },
    enabled: enabled && asked.length > 0,
    placeholderData: (before) => before,
    retry: (failures, error) => failures < 1 && !('status' in error),
  })
  const users = lookup.data?.body.users
  const people = asked.map((id): Person => {
    const found = users && Object.hasOwn(users, id) ? users[id] : undefined
    return { id, name: found?.username ?? id, timezone: found?.timezone }
  })
  return {
    people,
    isLoading: lookup.isLoading,
    isStale: lookup.isPlaceholderData,
    error: lookup.error,
    reload: lookup.refetch,
  }
}
