import { api } from '../api.ts'
import { queryKeys } from '../query-keys.ts'

// A state lasts until the next full minute at least.
const EVERY_MS = 60_000

/** Whether somebody has said that they are available now; undefined if they have not, or the service does not answer. */
export function useAvailabilityNow(id: string, enabled = true) {
  const times = api.getTimes.useQuery({
    queryKey: queryKeys.availability([id]),
    queryData: { query: { ids: id } },
    refetchInterval: EVERY_MS,
    enabled,
  })
  const availability = times.isError ? undefined : (times.data?.body.users[id]?.availability ?? undefined)
  return { availability, isFetched: times.isFetched }
}
