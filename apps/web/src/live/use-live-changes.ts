import { useEffect } from 'react'
import { api, freshReads } from '../api.ts'
import { queryKeys } from '../query-keys.ts'
import { createChangeBatcher } from './change-batcher.ts'
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
