import { EventEmitter } from 'node:events'

export type DropListener = {
  /** Another instance changed this key. */
  onDrop(key: string): void
  /** Delivery has become reliable or unreliable. Either way, everything cached so far may be stale. */
  onLive(live: boolean): void
}

/** Notifies caches of the keys that have changed. */
export type DropChannel = {
  /** Notifies every listener but the publishing one, within milliseconds. Never throws, never waits. */
  publish(key: string, from: DropListener): void
  listen(listener: DropListener): void
  [Symbol.asyncDispose](): Promise<void>
}

/** The channel of a single process: always live. */
export function createLocalDropChannel(): DropChannel {
  const drops = new EventEmitter<{ drop: [key: string, from: DropListener] }>()
  return {
    publish: (key, from) => void drops.emit('drop', key, from),
    listen: (listener) => {
      drops.on('drop', (key, from) => {
        if (from !== listener) listener.onDrop(key)
      })
      listener.onLive(true)
    },
    [Symbol.asyncDispose]: async () => void drops.removeAllListeners(),
  }
}
