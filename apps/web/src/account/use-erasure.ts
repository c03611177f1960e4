import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../api.ts'
import { isAnswered, isStatus } from '../ui/retry.ts'
import { forgetChoice } from './use-draft.ts'

export type ErasureState = {
  /** True if an earlier request may have erased everything, but its answer was lost. */
  isUnsure: boolean
  onUnsure: () => void
  /** Runs once the service has confirmed it. */
  onErased: () => void
}

/** Erases everything about the signed-in person. */
export function useErasure({ isUnsure, onUnsure, onErased }: ErasureState) {
  const queryClient = useQueryClient()

  function finish() {
    onErased()
    forgetChoice()
    void queryClient.resetQueries()
  }

  const erasure = useMutation({
    mutationFn: client.eraseOwnData,
    onSuccess: finish,
    onError: (error) => {
      // The session is gone too, so the previous request erased everything and only its answer was lost.
      if (isUnsure && isStatus(error, 401)) return finish()
      if (!isAnswered(error) || isStatus(error, 503)) onUnsure()
    },
  })
  return {
    erase: () => erasure.mutate({ body: {} }),
    isPending: erasure.isPending,
    error: erasure.error,
  }
}
