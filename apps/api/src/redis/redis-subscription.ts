import type { Redis } from 'ioredis'
import { type ChannelSource, channelSource, isMoved } from './channel-source.ts'

type SubscriptionHandler = {
  onMessage(message: string): void
  /** Called with true once delivery is reliable, with false once messages may be missing. */
  onLive(live: boolean): void
}

/** Receives the messages of one channel until it is disposed. */
export type RedisSubscription = { readonly live: boolean } & Disposable

const HEARTBEAT_MS = 250
const RECONNECT_MS = 250
// The pause before connecting to the server that a cluster has named as the new owner.
const MOVED_MS = 50

/** Subscribes on its own connection, and on a new one after each disconnect. Returns immediately, connected or not. */
export function startRedisSubscription({
  url,
  channel,
  onMessage,
  onLive,
}: { url: string; channel: string } & SubscriptionHandler): RedisSubscription {
  const source = channelSource(url, channel)
  const closed = new AbortController()
  let live = false
  let connection: Redis | undefined
  const setLive = (next: boolean) => {
    if (next === live) return
    live = next
    onLive(next)
  }
  function open(): void {
    connection = subscribe(source, { onMessage, onLive: setLive }, (pauseMilliseconds) => {
      if (closed.signal.aborted) return
      const timer = setTimeout(open, pauseMilliseconds)
      closed.signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
    })
  }
  open()
  // A frozen server keeps its sockets open.
  const heartbeat = setInterval(() => {
    const checked = connection
    if (checked?.status === 'ready') source.check(checked).catch(() => checked.disconnect())
  }, HEARTBEAT_MS)

  return {
    get live() {
      return live
    },
    [Symbol.dispose]: () => {
      clearInterval(heartbeat)
      closed.abort()
      connection?.disconnect()
    },
  }
}

/** Opens a connection that subscribes once. `onEnd` is called after it has ended, with a time to wait before the next. */
function subscribe(
  source: ChannelSource,
  { onMessage, onLive }: SubscriptionHandler,
  onEnd: (pauseMilliseconds: number) => void,
): Redis {
  const connection = source.connect()
  let pause = RECONNECT_MS
  // A broken connection also emits `close`, which is handled.
  connection.on('error', () => {})
  connection.on('ready', () => {
    source.subscribe(connection).then(
      () => onLive(connection.status === 'ready'),
      (error) => {
        if (isMoved(error)) pause = MOVED_MS
        connection.disconnect()
      },
    )
  })
  connection.on('message', (_channel, message) => onMessage(message))
  connection.on('smessage', (_channel, message) => onMessage(message))
  // A cluster has given the channel's slot to another server.
  connection.on('moved', () => connection.disconnect())
  connection.on('close', () => onLive(false))
  connection.on('end', () => onEnd(pause))
  connection.connect().catch(() => {})
  return connection
}
