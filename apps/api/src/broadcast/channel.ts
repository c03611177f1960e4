import { EventEmitter } from 'node:events'

export type DropListener = {
  /** Another instance changed this key. */
  onDrop(key: string): void
  /** Deliveries are reliable from now on, or no longer: what was cached before either is worth nothing. */
  onLive(live: boolean): void
}

/** Carries "this key has changed" between caches. */
export type DropChannel = {
  /** Tells every listener but the one that publishes. Never throws and never waits: it delivers when it can. */
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
