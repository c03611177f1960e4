import { useSyncExternalStore } from 'react'

/** A value that this browser keeps, the same in all of its windows. */
export type Stored<T> = {
  /** The same object until the value changes. */
  get: () => T
  /** Applies an operation to what is stored now, which may be more recent than what a window shows. */
  change: (operation: (current: T) => T) => void
  subscribe: (listener: () => void) => () => void
}

/**
 * A value stored as JSON under a key. `read` makes it of anything, such as what an earlier version of the page stored, or
 * undefined where nothing is stored. What the browser refuses to store lasts as long as the page.
 */
export function createStored<T>(key: string, read: (stored: unknown) => T): Stored<T> {
  const listeners = new Set<() => void>()
  let text: string | undefined
  let stored = read(undefined)
  let value = stored
  // Applied again to what other windows store.
  let refused: ((current: T) => T)[] = []

  function get(): T {
    const current = readText(key)
    if (current === text) return value
    text = current
    try {
      stored = read(current === undefined ? undefined : JSON.parse(current))
    } catch {
      // What cannot be read takes nothing off the screen.
    }
    value = refused.reduce((before, operation) => operation(before), stored)
    return value
  }

  function change(operation: (current: T) => T): void {
    value = operation(get())
    const next = JSON.stringify(value)
    try {
      localStorage.setItem(key, next)
      ;[text, stored, refused] = [next, value, []]
    } catch {
      // Private windows and full disks.
      refused.push(operation)
    }
    notify()
  }

  function notify(): void {
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void): () => void {
    // A page that was left and comes back has missed the events meanwhile.
    if (listeners.size === 0) for (const event of EVENTS) addEventListener(event, notify)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) for (const event of EVENTS) removeEventListener(event, notify)
    }
  }

  return { get, change, subscribe }
}

const EVENTS = ['storage', 'pageshow']

/** The value as it is now. The component renders again when any window changes it. */
export function useStored<T>({ subscribe, get }: Stored<T>): T {
  return useSyncExternalStore(subscribe, get)
}

/** The properties of a stored object; none of anything else. */
export function propertiesOf(stored: unknown): Record<string, unknown> {
  return { ...(stored as object | undefined) }
}

function readText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}
