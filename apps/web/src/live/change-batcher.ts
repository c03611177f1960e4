import type { QueryClient } from '@tanstack/react-query'

const GATHER_MS = 300
// The service recounts at most every three seconds.
const RECOUNT_MS = 3500

export type ChangeBatcher = {
  /** Marks the cached queries about this user as stale, together with those of other changes within 300 ms. */
  add(userId: string): void
  /** Marks the cached queries about every user as stale. */
  addAll(): void
  dispose(): void
}

// The first part of the key of each query about users, except the statistics.
const ABOUT_USERS = new Set<unknown>(['me', 'people', 'record', 'search'])

/** Invalidates cached queries once per burst of changes, and the statistics at most every 3.5 seconds. */
export function createChangeBatcher(queryClient: Pick<QueryClient, 'invalidateQueries'>): ChangeBatcher {
  const changed = new Set<string>()
  let areAllChanged = false
  let gathering: ReturnType<typeof setTimeout> | undefined
  let recounting: ReturnType<typeof setTimeout> | undefined

  function flush() {
    gathering = undefined
    const ids = new Set(changed)
    const areAll = areAllChanged
    changed.clear()
    areAllChanged = false
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [kind, ...about] }) =>
        kind === 'me' || (areAll ? ABOUT_USERS.has(kind) : about.some((id) => ids.has(String(id)))),
    })
    recounting ??= setTimeout(() => {
      recounting = undefined
      void queryClient.invalidateQueries({ queryKey: ['stats'] })
    }, RECOUNT_MS)
  }

  return {
    add: (userId) => {
      changed.add(userId)
      gathering ??= setTimeout(flush, GATHER_MS)
    },
    addAll: () => {
      areAllChanged = true
      gathering ??= setTimeout(flush, GATHER_MS)
    },
    dispose: () => {
      clearTimeout(gathering)
      clearTimeout(recounting)
    },
  }
}
