import type { DropChannel, DropListener } from './channel.ts'

/** Marks what workers tell each other through the process that started them. */
export const DROP_MESSAGE = 'timezone-registry:drop'

type Message = { type: typeof DROP_MESSAGE; keys: string[] }

/** The channel of several workers of one process, where no Redis joins them: live while that process is there. */
export function createWorkerDropChannel(): DropChannel {
  const listeners = new Set<DropListener>()
  let waiting: string[] = []

  function onMessage(message: Partial<Message>): void {
    if (message?.type !== DROP_MESSAGE) return
    for (const listener of listeners) for (const key of message.keys ?? []) listener.onDrop(key)
  }

  function send(): void {
    const message: Message = { type: DROP_MESSAGE, keys: waiting }
    waiting = []
    // A worker ends with the process that started it: there is nobody then who could read an old value.
    if (process.connected) process.send?.(message)
  }

  process.on('message', onMessage)
  return {
    publish: (key, from) => {
      for (const listener of listeners) if (listener !== from) listener.onDrop(key)
      // What changes in one turn of the event loop is told in one message.
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
