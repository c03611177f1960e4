import { useSyncExternalStore } from 'react'

type Operation<T> = (current: T) => T

/** A value that this browser keeps, the same in all of its windows. */
export type Stored<T> = {
  /** The same object until the value changes. */
  get: () => T
  /**
   * Applies an operation to what is stored now, which may be more recent than what a window shows; again if another window
   * stored something at the same time. Applied twice, it does what it does once.
   */
  change: (operation: Operation<T>) => void
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
  let refused: Operation<T>[] = []
  const write = createWrite(key, change)

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

  function change(operation: Operation<T>): void {
    value = operation(get())
    const next = JSON.stringify(value)
    try {
      if (next !== text) write(next, operation)
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

// The ids of the last changes of any window, as far as whoever made the latest knew of them. Each process has a copy of the
// storage, so that even in turns, one window would not always see what another has just stored.
const CHANGES = 'timezone-registry:changes'
const CHANGES_LENGTH = 2000
// Later, other windows know of a change, even on a busy machine.
const MEANWHILE_MS = 5000

/** Writes what an operation has made of a value, and repeats it if another window writes without knowing of it. */
function createWrite<T>(key: string, repeat: (operation: Operation<T>) => void) {
  let recent: { id: string; at: number; operation: Operation<T> }[] = []

  function repeatLost({ key: written, newValue }: StorageEvent): void {
    if (written !== CHANGES) return
    const lost = recent.filter(({ id, at }) => Date.now() - at < MEANWHILE_MS && !newValue?.includes(id))
    recent = recent.filter(({ id }) => newValue?.includes(id))
    for (const { operation } of lost) repeat(operation)
  }

  return (text: string, operation: Operation<T>): void => {
    const id = randomId()
    localStorage.setItem(key, text)
    const now = Date.now()
    recent = [...recent.filter(({ at }) => now - at < MEANWHILE_MS), { id, at: now, operation }]
    localStorage.setItem(CHANGES, `${id} ${readText(CHANGES) ?? ''}`.slice(0, CHANGES_LENGTH))
    addEventListener('storage', repeatLost)
  }
}

/** The value as it is now. The component renders again when any window changes it. */
export function useStored<T>({ subscribe, get }: Stored<T>): T {
  return useSyncExternalStore(subscribe, get)
}

/** The properties of a stored object; none of anything else. */
export function propertiesOf(stored: unknown): Record<string, unknown> {
  return { ...(stored as object | undefined) }
}

/** As `crypto.randomUUID`, which browsers have only on `https:`. */
export function randomId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

function readText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}
