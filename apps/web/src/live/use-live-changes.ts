import { useEffect } from 'react'
import { api, freshReads } from '../api.ts'
import { queryKeys } from '../query-keys.ts'
import { createChangeBatcher } from './change-batcher.ts'
import { shareChanges } from './share-changes.ts'

/**
 * Refreshes what is shown when a record changes elsewhere. A hidden page holds no connection, and catches up once it is
 * visible again.
 */
export function useLiveChanges(enabled: boolean): void {
  const queryClient = api.useQueryClient()
  useEffect(() => {
    if (!enabled) return
    const batcher = createChangeBatcher(queryClient, freshReads.begin)
    const changes = shareChanges((news) => {
      if (news === 'gap') batcher.addAll()
      // Asks whether the service can still be reached, so that the page says if it cannot.
      else if (news === 'lost') void queryClient.invalidateQueries({ queryKey: queryKeys.signInOptions })
      else batcher.add(news.userId, news.at)
    })
    const follow = () => {
      const isVisible = document.visibilityState === 'visible'
      batcher.pause(!isVisible)
      if (isVisible) changes.take()
      else changes.leave()
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      changes.dispose()
      batcher.dispose()
    }
  }, [enabled, queryClient])
}
