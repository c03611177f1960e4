import type { QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../api.ts'
import { queryKeys } from '../query-keys.ts'
import { createChangeBatcher } from './change-batcher.ts'
import { shareChanges } from './share-changes.ts'

// All instances have the zone data by then, and not every page asks at once.
const ZONE_DATA_WAIT_MS = 30_000

/**
 * Refreshes what is shown when a record changes elsewhere. A hidden page holds no connection, and catches up once it is
 * visible again.
 */
export function useLiveChanges(enabled: boolean): void {
  const queryClient = api.useQueryClient()
  useEffect(() => {
    if (!enabled) return
    const batcher = createChangeBatcher(queryClient)
    const refresh = (queryKey: QueryKey) => void queryClient.invalidateQueries({ queryKey })
    const changes = shareChanges((news) => {
      if (news === 'gap') batcher.addAll()
      // Asks whether the service can still be reached, so that the page says if it cannot.
      else if (news === 'lost') refresh(queryKeys.signInOptions)
      else if (news === 'zone-data')
        setTimeout(refresh, ZONE_DATA_WAIT_MS * (1 + Math.random()), queryKeys.transitions)
      else batcher.add(news.userId)
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
