import { api } from '../api.ts'
import { queryKeys } from '../query-keys.ts'
import { isStatus, retryUnlessAnswered } from '../ui/retry.ts'
import { beliefIn, NONE } from './belief.ts'
import { type Ask, useRecordWrites } from './use-record-writes.ts'

/** The saved record of a user id, and the two ways to change it. `ask` is called before something unseen is replaced. */
export function useRecord(userId: string, ask: Ask) {
  const query = api.getTimezone.useQuery({
    queryKey: queryKeys.record(userId),
    queryData: { query: { id: userId } },
    enabled: userId !== '',
    retry: retryUnlessAnswered,
  })
  const { save, remove, ...writes } = useRecordWrites(ask, userId)
  const hasNone = isStatus(query.error, 404)
  // React Query keeps the data of a record that has been deleted since, next to the error.
  const found = hasNone ? undefined : query.data
  return {
    saved: found?.body,
    hasNone,
    belief: found === undefined ? NONE : beliefIn(found),
    isLoading: query.isLoading,
    error: query.error,
    reload: query.refetch,
    save,
    remove,
    ...writes,
    changeError: save.error ?? remove.error,
    isBusy: save.isPending || remove.isPending,
    reset: () => {
      save.reset()
      remove.reset()
    },
  }
}
