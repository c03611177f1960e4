import { api } from '../api.ts'
import { isStatus, retryUnlessAnswered } from '../ui/retry.ts'

/** Who uses the page, and what they may do here. */
export function useAccount() {
  const queryClient = api.useQueryClient()
  const options = api.listSignInOptions.useQuery({
    queryKey: ['sign-in-options'],
    staleTime: Number.POSITIVE_INFINITY,
  })
  const canSignIn = (options.data?.body.providers.length ?? 0) > 0
  const me = api.getMe.useQuery({
    queryKey: ['me'],
    enabled: canSignIn,
    retry: retryUnlessAnswered,
  })
  const logout = api.logout.useMutation({ onSettled: () => queryClient.resetQueries() })
  const isSignedOut = isStatus(me.error, 401)

  return {
    isLoading: options.isLoading || (canSignIn && me.isLoading),
    error: options.error ?? (me.isError && !isSignedOut ? me.error : null),
    reload: () => void (options.isError ? options.refetch() : me.refetch()),
    isOpen: options.data?.body.writes === 'open',
    needsLoginToRead: options.data?.body.reads === 'required' && !(me.isSuccess && !isSignedOut),
    providers: options.data?.body.providers ?? [],
    user: me.isSuccess ? me.data.body.user : undefined,
    timezone: me.isSuccess ? (me.data.body.timezone ?? undefined) : undefined,
    signOut: (everywhere: boolean) =>
      logout.mutate({ query: { everywhere: everywhere ? 'true' : 'false' }, body: {} }),
  }
}

export type Account = ReturnType<typeof useAccount>
