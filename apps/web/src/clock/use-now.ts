import { useEffect, useState, useSyncExternalStore } from 'react'
import { MINUTE_MS } from './span.ts'

const SECOND_MS = 1000
// One timer for the whole page.
const subscribe = createTicker()

/** The time now, in milliseconds since 1970, updated at each full second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => startOf(SECOND_MS))
}

/** The same, updated each minute. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => startOf(MINUTE_MS))
}

function startOf(length: number): number {
  return Math.floor(Date.now() / length) * length
}

function createTicker() {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function tick() {
    timer = setTimeout(tick, SECOND_MS - (Date.now() % SECOND_MS))
    for (const listener of listeners) listener()
  }

  return (listener: () => void) => {
    listeners.add(listener)
    if (listeners.size === 1) tick()
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) clearTimeout(timer)
    }
  }
}

/** The value once it has stayed the same for `milliseconds`. */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
