import { useMemo, useSyncExternalStore } from 'react'

const MILLISECONDS = 1000

let now: Temporal.Instant | undefined
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** The time now, updated at each full second by one timer for the whole page. */
export function useNow(): Temporal.Instant {
  return useSyncExternalStore(subscribe, current)
}

/** The time now, updated each minute. */
export function useMinute(): Temporal.Instant {
  const minute = useSyncExternalStore(subscribe, () => Math.floor(current().epochMilliseconds / 60_000))
  return useMemo(() => Temporal.Instant.fromEpochMilliseconds(minute * 60_000), [minute])
}

function current(): Temporal.Instant {
  now ??= Temporal.Instant.fromEpochMilliseconds(Date.now())
  return now
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) tick()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearTimeout(timer)
  }
}

function tick(): void {
  now = Temporal.Instant.fromEpochMilliseconds(Date.now())
  for (const listener of listeners) listener()
  timer = setTimeout(tick, MILLISECONDS - (now.epochMilliseconds % MILLISECONDS))
}
