import { useState } from 'react'
import { api } from '../api.ts'
import { isStatus, retryUnlessAnswered } from '../ui/retry.ts'

/** What is sent to save a record. A signed-in person's own needs neither id nor name. */
export type NewRecord = { timezone: string; user_id?: string; username?: string }

/** Whose record is stored under an id: no name if there is none, `isUnknown` if the service did not say. */
type Owner = { username?: string; isUnknown?: true }

/** The saved record of a user id, and the two ways to change it. */
export function useRecord(userId: string) {
  const query = api.getTimezone.useQuery({
    queryKey: ['record', userId],
    queryData: { query: { id: userId } },
    enabled: userId !== '',
    retry: retryUnlessAnswered,
  })
  const changes = useRecordChanges()
  const { findOwner, isChecking, checkError, forgetCheck } = useOwnerCheck()
  const { save, remove } = changes
  const hasNone = isStatus(query.error, 404)
  return {
    // React Query keeps the data of a record that has been deleted since, next to the error.
    saved: query.data !== undefined && !hasNone ? query.data.body : undefined,
    hasNone,
    isLoading: query.isLoading,
    error: query.error,
    reload: query.refetch,
    ...changes,
    findOwner,
    changeError: checkError ?? save.error ?? remove.error,
    isBusy: isChecking || save.isPending || remove.isPending,
    reset: () => {
      forgetCheck()
      save.reset()
      remove.reset()
    },
  }
}

function useRecordChanges() {
  const queryClient = api.useQueryClient()
  const onSettled = () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => ['record', 'people', 'stats', 'me'].includes(String(queryKey[0])),
    })
  const save = api.setTimezone.useMutation({ onSettled })
  const remove = api.deleteTimezone.useMutation({ onSettled })
  return {
    save,
    remove,
    /** `onSaved` runs once the page shows what was saved. */
    saveRecord: (record: NewRecord, onSaved?: () => void) =>
      save.mutate({ body: record }, { onSuccess: () => onSaved?.() }),
    removeRecord: (user_id: string | undefined) =>
      remove.mutate({ query: user_id === undefined ? {} : { user_id } }),
  }
}

function useOwnerCheck() {
  const queryClient = api.useQueryClient()
  const [isChecking, setIsChecking] = useState(false)
  const [checkError, setCheckError] = useState<unknown>(null)

  async function findOwner(id: string): Promise<Owner> {
    setIsChecking(true)
    try {
      const { body } = await queryClient.getTimezone.fetchQuery({
        queryKey: ['record', id],
        queryData: { query: { id } },
        staleTime: 0,
        retry: retryUnlessAnswered,
      })
      return { username: body.user.username }
    } catch (error) {
      // An id that the service refuses has no owner: the answer to saving it says what is wrong.
      if (isStatus(error, 404) || isStatus(error, 400)) return {}
      setCheckError(error)
      return { isUnknown: true }
    } finally {
      setIsChecking(false)
    }
  }

  return { findOwner, isChecking, checkError, forgetCheck: () => setCheckError(null) }
}
