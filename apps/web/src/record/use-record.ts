import { api } from '../api.ts'
import type { Draft } from './use-draft.ts'

/** The saved record of a user id, and the two ways to change it. */
export function useRecord(userId: string) {
  const queryClient = api.useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['record'] })
  const query = api.getTimezone.useQuery({
    queryKey: ['record', userId],
    queryData: { query: { id: userId } },
    enabled: userId !== '',
    // "Has none" is an answer: asking again at once would not change it.
    retry: (failures, error) => failures < 1 && !('status' in error),
  })
  const save = api.setTimezone.useMutation({ onSettled })
  const remove = api.deleteTimezone.useMutation({ onSettled })

  return {
    saved: query.isSuccess ? query.data.body : undefined,
    hasNone: query.isError && 'status' in query.error && query.error.status === 404,
    isLoading: query.isLoading,
    error: query.error,
    reload: query.refetch,
    save,
    remove,
    saveDraft: (draft: Draft) =>
      save.mutate({ body: { user_id: draft.userId, username: draft.username, timezone: draft.timezone } }),
    removeRecord: (id: string) => remove.mutate({ query: { user_id: id } }),
  }
}
