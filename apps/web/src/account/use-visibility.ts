import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, client } from '../api.ts'
import { queryKeys } from '../query-keys.ts'
import { isStatus } from '../ui/retry.ts'
import type { Account } from './use-account.ts'

export type Visibility = NonNullable<Account['visibility']>

/** Who sees the signed-in person's record, and how to change that. */
export function useVisibility(account: Account) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: client.setVisibility,
    // Arrow keys select every choice on the way. Requests are sent one at a time, so the last choice wins.
    scope: { id: 'visibility' },
    onSuccess: ({ body: { visibility } }) => {
      queryClient.setQueryData<Answer<'getMe'>>(
        queryKeys.me,
        (me) => me && { ...me, body: { ...me.body, visibility } },
      )
    },
    onSettled: (_answer, error) => {
      // Reloading would show nobody signed in, without the message that says why.
      if (isStatus(error, 401)) return
      void queryClient.invalidateQueries({ queryKey: queryKeys.stats })
      void queryClient.invalidateQueries({ queryKey: queryKeys.me })
    },
  })
  return {
    shown: change.isPending ? change.variables.body.visibility : account.visibility,
    isPending: change.isPending,
    saved: change.data?.body.visibility,
    error: change.error,
    choose: (visibility: Visibility) => change.mutate({ body: { visibility }, headers: { 'if-match': '*' } }),
  }
}
