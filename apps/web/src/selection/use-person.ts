import { api } from '../api.ts'
import { queryKeys } from '../query-keys.ts'
import { isAnswered, isStatus, retryUnlessAnswered } from '../ui/retry.ts'
import { ownPeople } from './lists.ts'
import { usePeople } from './use-people.ts'

/** Somebody's record; while the service cannot be reached, what was last known about one of the reader's people. */
export function usePerson(id: string, enabled: boolean) {
  const record = api.getTimezone.useQuery({
    queryKey: queryKeys.record(id),
    queryData: { query: { id } },
    enabled,
    retry: retryUnlessAnswered,
  })
  const isUnreachable = record.isError && !isAnswered(record.error)
  // The request that the service worker has stored the answer of.
  const { people } = usePeople(ownPeople.get(), enabled && isUnreachable)
  const friend = people.find((person) => person.id === id)
  const known = friend?.timezone
    ? { user: { username: friend.name }, canonical: friend.timezone, availability: null }
    : undefined
  const isMissing = isStatus(record.error, 404) || isStatus(record.error, 400)
  const found = record.data !== undefined && !isMissing
  return {
    record: found ? record.data.body : known,
    isMissing,
    isLoading: record.isLoading,
    error: record.error,
    reload: () => void record.refetch(),
  }
}
