import { useState } from 'react'
import { api } from '../api.ts'
import { isAnswered, isStatus } from '../ui/retry.ts'

/** Erases everything about the signed-in person. `onErased` runs once the service has confirmed it. */
export function useErasure(onErased: () => void) {
  const queryClient = api.useQueryClient()
  const [isUnsure, setIsUnsure] = useState(false)

  function finish() {
    onErased()
    void queryClient.resetQueries()
  }

  const erasure = api.eraseOwnData.useMutation({
    onSuccess: finish,
    onError: (error) => {
      // The session is gone with everything else: the request before this one has erased it, and its answer was lost.
      if (isUnsure && isStatus(error, 401)) return finish()
      if (!isAnswered(error) || isStatus(error, 503)) setIsUnsure(true)
    },
  })
  return {
    erase: () => erasure.mutate({ body: {} }),
    isPending: erasure.isPending,
    error: erasure.error,
    /** True if an earlier request may have erased everything without saying so. */
    isUnsure,
  }
}
