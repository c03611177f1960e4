import type { DropChannel, DropListener } from './channel.ts'

/** The type of messages between workers, which the primary process relays. */
export const DROP_MESSAGE = 'timezone-registry:drop'

type Message = { type: typeof DROP_MESSAGE; keys: string[] | 'all' }

/** Sent when a worker has been replaced: the one that died may have been killed between a change and its message. */
export const DROP_EVERYTHING: Message = { type: DROP_MESSAGE, keys: 'all' }

/** The channel between workers without Redis: live while the primary process runs. */
export function createWorkerDropChannel(): DropChannel {
  const listeners = new Set<DropListener>()
  let waiting: string[] = []

  function onMessage(message: Partial<Message>): void {
    if (message?.type !== DROP_MESSAGE) return
    for (const listener of listeners)
      if (message.keys === 'all') listener.onLive(true)
      else for (const key of message.keys ?? []) listener.onDrop(key)
  }

  function send(): void {
    const message: Message = { type: DROP_MESSAGE, keys: waiting }
    waiting = []
    // A worker exits with its primary process, so it cannot serve stale values afterwards.
    if (process.connected) process.send?.(message)
  }

  process.on('message', onMessage)
  return {
    publish: (key, from) => {
      for (const listener of listeners) if (listener !== from) listener.onDrop(key)
      // Changes in one turn of the event loop share a message.
      if (waiting.push(key) === 1) setImmediate(send)
    },
    listen: (listener) => {
      listeners.add(listener)
      listener.onLive(true)
    },
    [Symbol.asyncDispose]: async () => {
      process.off('message', onMessage)
      listeners.clear()
    },
  }
}
