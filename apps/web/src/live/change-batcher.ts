import type { QueryClient } from '@tanstack/react-query'
import { isAbout, isAboutRecords, queryKeys } from '../query-keys.ts'

const GATHER_MS = 300
// A hidden page gathers for hours. Beyond this many users, all queries about users are marked.
const MAX_GATHERED = 1000
// The service recounts at most every three seconds.
const RECOUNT_MS = 3500

export type ChangeBatcher = {
  /**
   * Marks the cached queries about this user as stale, together with those of other changes within 300 ms, unless the record
   * from `at` is what this page has: it has saved that itself.
   */
  add(userId: string, at: string): void
  /** Marks the cached queries about every user as stale. */
  addAll(): void
  /** While paused, changes are gathered but mark nothing. */
  pause(isPaused: boolean): void
  dispose(): void
}

/**
 * Invalidates cached queries once per burst of changes, and the statistics at most every 3.5 seconds. `onAnnounced` is called
 * before it, if anything that is shown may have changed.
 */
export function createChangeBatcher(
  queryClient: Pick<QueryClient, 'invalidateQueries' | 'getQueryCache' | 'getQueryData'>,
  onAnnounced: () => void,
): ChangeBatcher {
  const changed = new Map<string, string>()
  let areAllChanged = false
  let isPaused = false
  let gathering: ReturnType<typeof setTimeout> | undefined
  let recounting: ReturnType<typeof setTimeout> | undefined

  function gather() {
    if (changed.size > MAX_GATHERED) areAllChanged = true
    if (areAllChanged) changed.clear()
    if (!isPaused && (areAllChanged || changed.size > 0)) gathering ??= setTimeout(flush, GATHER_MS)
  }

  function flush() {
    gathering = undefined
    const news = [...changed].filter(([id, at]) => !areAllChanged && savedAt(queryClient, id) !== at)
    const ids = new Set(news.map(([id]) => id))
    const areAll = areAllChanged
    changed.clear()
    areAllChanged = false
    const predicate = areAll ? isAboutRecords : isAbout(ids)
    if (queryClient.getQueryCache().findAll({ type: 'active', predicate }).length > 0) onAnnounced()
    void queryClient.invalidateQueries({ predicate })
    recounting ??= setTimeout(() => {
      recounting = undefined
      void queryClient.invalidateQueries({ queryKey: queryKeys.stats })
    }, RECOUNT_MS)
  }

  return {
    add: (userId, at) => {
      changed.set(userId, at)
      gather()
    },
    addAll: () => {
      areAllChanged = true
      gather()
    },
    pause: (shouldPause) => {
      isPaused = shouldPause
      gather()
    },
    dispose: () => {
      clearTimeout(gathering)
      clearTimeout(recounting)
    },
  }
}

/** When a record of the reader's, as this page knows it, was saved. */
function savedAt(queryClient: Pick<QueryClient, 'getQueryData'>, id: string): string | null | undefined {
  return queryClient.getQueryData<{ body: { updated_at: string | null } }>(queryKeys.record(id))?.body
    .updated_at
}
