import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, freshReads } from '../api.ts'
import { isAbout, isAboutRecords, queryKeys } from '../query-keys.ts'
import { type ConnectionNews, createChangesConnection } from './changes-connection.ts'

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

const NAME = 'timezone-registry:changes'

/** What the window with the stream tells the others: whose record has changed, or what else it reports. */
type News = { userId: string; at: string; cursor: string } | ConnectionNews

type SharedChanges = {
  /** Follows the changes as soon as no other window does. */
  take(): void
  /** Lets another window follow them. */
  leave(): void
  dispose(): void
}

/**
 * One stream of changes for all windows of this browser, which opens only six connections to a host over HTTP/1.1. The
 * window that holds the lock has the stream and passes on what it brings; when it closes, the next one continues from
 * the last change. Without locks, as on a plain `http:` address, each window has a stream of its own.
 */
function shareChanges(onNews: (news: News) => void): SharedChanges {
  const channel = openChannel()
  const connection = createChangesConnection({
    onChange: ({ user_id, at }, cursor) => publish({ userId: user_id, at, cursor }),
    onNews: publish,
  })
  let turn: AbortController | undefined
  let reached: string | undefined

  function receive(news: News) {
    if (typeof news === 'object') reached = news.cursor
    onNews(news)
  }

  function publish(news: News) {
    channel?.postMessage(news)
    receive(news)
  }

  function take() {
    leave()
    turn = new AbortController()
    const { signal } = turn
    if (channel === undefined || navigator.locks === undefined) return connection.open(reached)
    const hold = () =>
      new Promise<void>((resolve) => {
        connection.open(reached)
        signal.addEventListener('abort', () => resolve())
      })
    // Some browsers refuse locks together with cookies.
    navigator.locks.request(NAME, { signal }, hold).catch(() => !signal.aborted && connection.open(reached))
  }

  function leave() {
    turn?.abort()
    connection.close()
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<News>) => receive(data))
  return {
    take,
    leave,
    dispose: () => {
      leave()
      channel?.close()
    },
  }
}

/** Undefined where the browser refuses it, as it may together with cookies. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(NAME)
  } catch {
    return undefined
  }
}

const GATHER_MS = 300
// A hidden page gathers for hours. Beyond this many users, all queries about users are marked.
const MAX_GATHERED = 1000
// The service recounts at most once a second.
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
