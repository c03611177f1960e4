import { setTimeout as sleep } from 'node:timers/promises'
import { openRedisPool, type RedisPoolOptions } from '../redis/redis-pool.ts'
import { startRedisSubscription } from '../redis/redis-subscription.ts'
import type { DropChannel, DropListener } from './channel.ts'

// The most keys that wait to be published. Beyond that, one "everything has changed" replaces them.
const MAX_WAITING_KEYS = 10_000
const RETRY_MS = 250
// The first change is published immediately; changes in the next 5 ms share one message. Publishing each set separately
// would take a quarter of a single set's processor time. If the process is killed in between, its successor announces
// that everything has changed.
const PUBLISH_INTERVAL_MS = 5
// For changes made just before the process exits.
const FLUSH_TIMEOUT_MS = 500

type Message = { sender: string; keys: string[] | 'all' }

/**
 * The channel of several instances, over Redis: live while the subscription is. It has its own connections and breaker,
 * so that refused or delayed commands on other connections cannot hold up an eviction.
 * A forged message can only evict cached records: no message carries a value.
 */
export async function openRedisDropChannel({
  url,
  keyPrefix,
  logger,
}: Omit<RedisPoolOptions, 'poolSize'>): Promise<DropChannel> {
  const channel = `${keyPrefix}:drop`
  const sender = crypto.randomUUID()
  const listeners = new Set<DropListener>()
  const redis = await openRedisPool({
    url,
    keyPrefix,
    poolSize: 1,
    logger: logger.child({ redis: 'invalidation' }),
  })
  const publisher = createPublisher(async (keys) => {
    const message: Message = { sender, keys }
    await redis.publish(channel, JSON.stringify(message))
  })
  const subscription = startRedisSubscription({
    url,
    channel,
    onLive: (live) => {
      for (const listener of listeners) listener.onLive(live)
    },
    onMessage: (text) => {
      const message = parseMessage(text)
      if (message.sender === sender) return
      for (const listener of listeners)
        if (message.keys === 'all') listener.onLive(subscription.live)
        else for (const key of message.keys) listener.onDrop(key)
    },
  })

  // An earlier process of this instance may have been killed between a change and its message.
  await publisher.addAll()
  return {
    publish: (key, from) => {
      for (const listener of listeners) if (listener !== from) listener.onDrop(key)
      publisher.add(key)
    },
    listen: (listener) => {
      listeners.add(listener)
      listener.onLive(subscription.live)
    },
    [Symbol.asyncDispose]: async () => {
      await publisher[Symbol.asyncDispose]()
      subscription[Symbol.dispose]()
      await redis[Symbol.asyncDispose]()
      listeners.clear()
    },
  }
}

/**
 * Publishes keys in batches, in order, and retries each batch until it is accepted. Disposing it flushes waiting keys.
 */
function createPublisher(publish: (keys: Message['keys']) => Promise<void>) {
  const closed = new AbortController()
  let waiting: Set<string> | 'all' = new Set()
  let sending: Promise<void> | undefined

  function add(key: string): void {
    if (waiting === 'all') return
    waiting = waiting.size < MAX_WAITING_KEYS ? waiting.add(key) : 'all'
  }

  async function sendAll(): Promise<void> {
    while ((waiting === 'all' || waiting.size > 0) && !closed.signal.aborted) {
      const batch = waiting
      waiting = new Set()
      try {
        await publish(batch === 'all' ? 'all' : [...batch])
        await sleep(PUBLISH_INTERVAL_MS)
      } catch {
        if (batch === 'all') waiting = 'all'
        else for (const key of batch) add(key)
        await sleep(RETRY_MS, undefined, { signal: closed.signal }).catch(() => {})
      }
    }
  }

  function send(): void {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
  }

  return {
    add: (key: string) => {
      add(key)
      send()
    },
    /** Resolves after the first attempt; if that fails, it is retried like any other batch. */
    addAll: async () => {
      try {
        await publish('all')
      } catch {
        waiting = 'all'
        send()
      }
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.race([sending, sleep(FLUSH_TIMEOUT_MS, undefined, { signal: closed.signal, ref: false })])
      closed.abort()
    },
  }
}

/** A message from another program on the channel counts as "everything has changed". */
function parseMessage(text: string): Message {
  try {
    const { sender, keys } = JSON.parse(text)
    return { sender, keys: Array.isArray(keys) ? keys : 'all' }
  } catch {
    return { sender: '', keys: 'all' }
  }
}
