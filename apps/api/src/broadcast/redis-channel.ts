import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisPool } from '../redis/redis-pool.ts'
import type { DropChannel, DropListener } from './channel.ts'

const CHANNEL = 'timezone-registry:drop'
// What waits for a Redis that is down; past it, one "everything has changed" says the same.
const MAX_WAITING_KEYS = 10_000
const RETRY_MILLISECONDS = 250
// For what was changed just before the end; a Redis that is down is not waited for longer.
const LAST_WORDS_MILLISECONDS = 500

type Message = { sender: string; keys: string[] | 'all' }

/** The channel of several instances, over Redis: live while the subscription is. */
export function createRedisDropChannel({ redis }: { redis: RedisPool }): DropChannel {
  const sender = crypto.randomUUID()
  const closed = new AbortController()
  const listeners = new Set<DropListener>()
  let waiting = new Set<string>()
  let sending: Promise<void> | undefined

  function send(): void {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
  }

  async function sendAll(): Promise<void> {
    while (waiting.size > 0 && !closed.signal.aborted) {
      const batch = waiting
      waiting = new Set()
      const message: Message = { sender, keys: batch.size > MAX_WAITING_KEYS ? 'all' : [...batch] }
      try {
        await redis.run((connection) => connection.publish(CHANNEL, JSON.stringify(message)))
      } catch {
        for (const key of batch) if (waiting.size <= MAX_WAITING_KEYS) waiting.add(key)
        await sleep(RETRY_MILLISECONDS, undefined, { signal: closed.signal }).catch(() => {})
      }
    }
  }

  const subscription = redis.subscribe(CHANNEL, {
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

  return {
    publish: (key, from) => {
      if (waiting.size <= MAX_WAITING_KEYS) waiting.add(key)
      for (const listener of listeners) if (listener !== from) listener.onDrop(key)
      send()
    },
    listen: (listener) => {
      listeners.add(listener)
      listener.onLive(subscription.live)
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.race([
        sending,
        sleep(LAST_WORDS_MILLISECONDS, undefined, { signal: closed.signal, ref: false }),
      ])
      closed.abort()
      listeners.clear()
    },
  }
}

/** What others write on the channel cannot harm: a message that is none of ours counts as "everything has changed". */
function parseMessage(text: string): Message {
  try {
    const { sender, keys } = JSON.parse(text)
    return { sender, keys: Array.isArray(keys) ? keys : 'all' }
  } catch {
    return { sender: '', keys: 'all' }
  }
}
