import { api } from '../api.ts'

/** What is sent to save a record; a signed-in person's own needs no id and no name. */
export type NewRecord = { timezone: string; user_id?: string; username?: string }

/** The saved record of a user id, and the two ways to change it. */
export function useRecord(userId: string) {
  const queryClient = api.useQueryClient()
  const onSettled = () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => ['record', 'people', 'stats', 'me'].includes(String(queryKey[0])),
    })
  const query = api.getTimezone.useQuery({
    queryKey: ['record', userId],
    queryData: { query: { id: userId } },
    enabled: userId !== '',
    // "Has none" is an answer: asking again at once would not change it.
    retry: (failures, error) => failures < 1 && !('status' in error),
  })
  const save = api.setTimezone.useMutation({ onSettled })
  const remove = api.deleteTimezone.useMutation({ onSettled })
  const hasNone = query.isError && 'status' in query.error && query.error.status === 404

  return {
    // A record that was deleted meanwhile stays in `data` beside the error.
    saved: query.data !== undefined && !hasNone ? query.data.body : undefined,
    hasNone,
    isLoading: query.isLoading,
    error: query.error,
    reload: query.refetch,
    save,
    remove,
    saveRecord: (record: NewRecord) => save.mutate({ body: record }),
    removeRecord: (user_id: string | undefined) =>
      remove.mutate({ query: user_id === undefined ? {} : { user_id } }),
  }
}
