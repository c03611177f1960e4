import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, client } from '../api.ts'
import { queryKeys } from '../query-keys.ts'
import { isStatus, retryUnlessAnswered } from '../ui/retry.ts'

/** Where the signed-in person is signed in, this device first; undefined until the service has answered. */
export function useOwnSessions() {
  const query = useQuery({
    queryKey: queryKeys.sessions,
    queryFn: () => client.listOwnSessions(),
    retry: retryUnlessAnswered,
  })
  return {
    sessions: query.data?.body.sessions.toSorted((a, b) => Number(b.current) - Number(a.current)),
    error: query.error,
    reload: () => void query.refetch(),
  }
}

export type OwnSession = NonNullable<ReturnType<typeof useOwnSessions>['sessions']>[number]

/** Ends a session. `onEnded` runs when it was another device's; ending one's own signs out. */
export function useEndSession({ id }: OwnSession, onEnded: () => void) {
  const queryClient = useQueryClient()

  function removeFromList() {
    queryClient.setQueryData<Answer<'listOwnSessions'>>(
      queryKeys.sessions,
      (list) =>
        list && { ...list, body: { sessions: list.body.sessions.filter((session) => session.id !== id) } },
    )
    onEnded()
  }

  const ending = useMutation({
    mutationFn: client.endOwnSession,
    onSuccess: ({ body: { current } }) => {
      if (current) void queryClient.resetQueries()
      else removeFromList()
    },
    onError: (error) => {
      // It has already ended, so there is nothing left to do.
      if (isStatus(error, 404)) removeFromList()
    },
  })
  return {
    end: () => ending.mutate({ params: { id } }),
    isPending: ending.isPending,
    error: isStatus(ending.error, 404) ? null : ending.error,
  }
}
