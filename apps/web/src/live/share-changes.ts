import { type ConnectionNews, createChangesConnection } from './changes-connection.ts'

const NAME = 'timezone-registry:changes'

/** What the window with the stream tells the others: whose record has changed, or what else it reports. */
export type News = { userId: string; at: string; cursor: string } | ConnectionNews

export type SharedChanges = {
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
export function shareChanges(onNews: (news: News) => void): SharedChanges {
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
