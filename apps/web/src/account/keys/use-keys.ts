import { api } from '../../api.ts'
import { queryKeys } from '../../query-keys.ts'
import { isStatus, retryUnlessAnswered } from '../../ui/failure.tsx'

const DAY_SECONDS = 24 * 3600

/** The valid API keys, newest first. */
export function useKeys() {
  return api.listKeys.useQuery({ queryKey: queryKeys.apiKeys, retry: retryUnlessAnswered })
}

export type ListedKey = NonNullable<ReturnType<typeof useKeys>['data']>['body']['keys'][number]
export type Scope = ListedKey['scopes'][number]

/** What a key may do. Only admins read it, in English. */
export const SCOPE_NAMES: Record<Scope, string> = {
  'records:read:public': 'Read public records',
  'records:read': 'Read public and unlisted records',
  'records:write': 'Save and delete any record',
  admin: 'Everything, including private records',
}

/** Creates a key. `created` has its secret. */
export function useNewKey() {
  const queryClient = api.useQueryClient()
  const creation = api.createKey.useMutation({
    // Also where the answer was lost: the key may have been created, and nobody has its secret.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys }),
  })
  return {
    /** Without `days`, the key does not expire. */
    create: ({ name, scopes, days }: { name: string; scopes: Scope[]; days: number | undefined }) =>
      creation.mutate({
        body: { name, scopes, ...(days !== undefined && { expires_in_seconds: days * DAY_SECONDS }) },
      }),
    created: creation.data?.body,
    isPending: creation.isPending,
    error: creation.error,
  }
}

/** Revokes a key. `onRevoked` runs once it is no longer valid, even if somebody else revoked it. */
export function useRevocation({ id }: ListedKey, onRevoked: () => void) {
  const queryClient = api.useQueryClient()

  function drop() {
    onRevoked()
    return queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys })
  }

  const revocation = api.revokeKey.useMutation({
    onSuccess: drop,
    onError: (error) => isStatus(error, 404) && drop(),
  })
  return {
    revoke: () => revocation.mutate({ params: { id: String(id) } }),
    isPending: revocation.isPending,
    error: isStatus(revocation.error, 404) ? null : revocation.error,
  }
}
