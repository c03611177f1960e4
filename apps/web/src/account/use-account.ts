import type { Me } from '@timezone-registry/contract'
import { useEffect } from 'react'
import { api } from '../api.ts'
import { forgetAnswers } from '../offline/kept-answers.ts'
import { queryKeys } from '../query-keys.ts'
import { forgetPeople } from '../selection/lists.ts'
import { isStatus, retryUnlessAnswered } from '../ui/failure.tsx'
import { createStored } from '../ui/stored.ts'
import { forgetChoice } from './use-draft.ts'

const SIGN_IN_OPTIONS = { queryKey: queryKeys.signInOptions, staleTime: Number.POSITIVE_INFINITY }
// Another tab may have signed out.
const ME = { queryKey: queryKeys.me, refetchOnWindowFocus: 'always', retry: retryUnlessAnswered } as const

/** Who uses the page, and what they may do here. */
export function useAccount() {
  const queryClient = api.useQueryClient()
  const options = api.listSignInOptions.useQuery(SIGN_IN_OPTIONS)
  const canSignIn = (options.data?.body.providers.length ?? 0) > 0
  const me = api.getMe.useQuery({ ...ME, enabled: canSignIn })
  const logout = api.logout.useMutation({
    onSuccess: () => {
      forgetChoice()
      return queryClient.resetQueries()
    },
    // The session may have ended all the same, or before.
    onError: () => queryClient.invalidateQueries({ queryKey: queryKeys.me }),
  })
  // The last answers stay valid while the service cannot be reached: a failed reload signs nobody out.
  const signedIn = isStatus(me.error, 401) ? undefined : me.data?.body
  const isClosed = options.data?.body.reads === 'required'

  return {
    // Not again while an answer that failed, such as that nobody is signed in, is asked for once more: what people do meanwhile stays.
    isLoading: !options.isFetched || (canSignIn && !me.isFetched),
    error: options.isLoadingError ? options.error : isStatus(me.error, 401) || signedIn ? null : me.error,
    reload: () => void (options.isError ? options.refetch() : me.refetch()),
    isOpen: options.data?.body.writes === 'open',
    /** Only people who have signed in, and programs with a key, can read. */
    isClosed,
    /** True once the service has said that nobody is. */
    isSignedOut: isStatus(me.error, 401),
    needsLoginToRead: isClosed && signedIn === undefined,
    providers: options.data?.body.providers ?? [],
    discordInstallUrl: options.data?.body.discord_install_url ?? undefined,
    user: signedIn?.user,
    /** True if they may manage the API keys and all records. */
    isAdmin: signedIn?.admin ?? false,
    ...readOwn(signedIn),
    signOut: (everywhere: boolean) =>
      logout.mutate({ query: { everywhere: everywhere ? 'true' : 'false' }, body: {} }),
    signOutError: logout.error,
    /** Repeats a sign-out that has failed. */
    signOutAgain: () => logout.variables && logout.mutate(logout.variables),
  }
}

/** What is stored in the signed-in person's record; undefined what is not. */
function readOwn(me: Me | undefined) {
  return {
    timezone: me?.timezone ?? undefined,
    visibility: me?.visibility ?? undefined,
    availability: me?.availability ?? undefined,
    // Each field, so that none is left out.
  } satisfies { [Name in Exclude<keyof Me, 'user' | 'admin'>]: Me[Name] | undefined }
}

/** True where only programs with a key can write. */
export function isForPrograms({ isOpen, isLoading, error, user, providers }: Account): boolean {
  return !isOpen && !isLoading && error === null && user === undefined && providers.length === 0
}

export type Account = ReturnType<typeof useAccount>

/** Who was signed in last; null where nobody is. */
const session = createStored('timezone-registry:session', (id) => (typeof id === 'string' ? id : null))

/**
 * Removes what this browser keeps of people once the session in which it may have been read has ended, here, in another tab
 * or by itself.
 */
export function useSessionEnd({ user, isSignedOut }: Account): void {
  const queryClient = api.useQueryClient()
  const id = user?.id ?? null
  useEffect(() => {
    const before = session.get()
    if ((id === null && !isSignedOut) || before === id) return
    session.change(() => id)
    if (before === null) return
    forgetPeople()
    void forgetAnswers()
    void queryClient.resetQueries({ queryKey: ['records'] })
  }, [id, isSignedOut, queryClient])
}
