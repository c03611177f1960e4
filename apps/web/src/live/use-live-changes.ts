import { useEffect } from 'react'
import { api } from '../api.ts'
import { createChangeBatcher } from './change-batcher.ts'
import { createChangesConnection } from './changes-connection.ts'

/**
 * Refreshes what is shown when a record changes elsewhere. A hidden page holds no connection, because a browser allows
 * only six per host, and catches up from its cursor once it is visible again.
 */
export function useLiveChanges(enabled: boolean): void {
  const queryClient = api.useQueryClient()
  useEffect(() => {
    if (!enabled) return
    const batcher = createChangeBatcher(queryClient)
    const connection = createChangesConnection({
      onChange: ({ user_id }) => batcher.add(user_id),
      onGap: batcher.addAll,
      // Asks whether the service can still be reached, so that the page says if it cannot.
      onLost: () => void queryClient.invalidateQueries({ queryKey: ['sign-in-options'] }),
    })
    const follow = () => (document.visibilityState === 'visible' ? connection.open() : connection.close())
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      connection.close()
      batcher.dispose()
    }
  }, [enabled, queryClient])
}
