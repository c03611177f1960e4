import { api } from '../api.ts'
import { isStatus, retryUnlessAnswered } from '../ui/retry.ts'

/** Somebody's record. */
export function usePerson(id: string, enabled: boolean) {
  const record = api.getTimezone.useQuery({
    queryKey: ['record', id],
    queryData: { query: { id } },
    enabled,
    retry: retryUnlessAnswered,
  })
  const isMissing = isStatus(record.error, 404) || isStatus(record.error, 400)
  const found = record.data !== undefined && !isMissing
  return {
    record: found ? record.data.body : undefined,
    isMissing,
    isLoading: record.isLoading,
    error: record.error,
    reload: () => void record.refetch(),
  }
}
