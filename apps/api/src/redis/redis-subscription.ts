import { createRedisConnection } from './redis-connection.ts'

type SubscriptionHandler = {
  onMessage(message: string): void
  /** Called with true once delivery is reliable, with false once messages may be missing. */
  onLive(live: boolean): void
}

/** Receives the messages of one channel until it is disposed. */
export type RedisSubscription = { readonly live: boolean } & Disposable

const HEARTBEAT_MS = 250

/** Subscribes on its own connection, and again after each disconnect. Returns immediately, connected or not. */
export function startRedisSubscription({
  url,
  channel,
  onMessage,
  onLive,
}: { url: string; channel: string } & SubscriptionHandler): RedisSubscription {
  let live = false
  const setLive = (next: boolean) => {
    if (next === live) return
    live = next
    onLive(next)
  }
  // A broken connection also emits `close`, which is handled.
  const connection = createRedisConnection(url, { onError: () => {} })
  connection.on('ready', () => {
    connection.subscribe(channel).then(
      () => setLive(true),
      () => connection.disconnect(true),
    )
  })
  connection.on('close', () => setLive(false))
  connection.on('message', (_channel, message) => onMessage(message))
  // A frozen server keeps its sockets open, so ping it.
  const heartbeat = setInterval(() => {
    if (connection.status === 'ready') connection.ping().catch(() => connection.disconnect(true))
  }, HEARTBEAT_MS)
  connection.connect().catch(() => {})

  return {
    get live() {
      return live
    },
    [Symbol.dispose]: () => {
      clearInterval(heartbeat)
      connection[Symbol.dispose]()
    },
  }
}
