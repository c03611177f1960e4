/**
 * The time that a view shows: now, or what its line was moved to. Times are in milliseconds since 1970. What shows it writes to
 * the page itself, at most once a frame, so that nothing renders while the line is dragged.
 */
export type AxisTime = {
  /** The quarter of an hour that the line was moved to; undefined: now. */
  chosen(): number | undefined
  /** Where the line is drawn: under the pointer while it is dragged, else at the time chosen. */
  line(): number | undefined
  choose(at: number, line?: number): void
  backToNow(): void
  /** Runs in each frame in which the line moves. */
  follow(listener: () => void): () => void
  /** Runs when another time is chosen, within a few frames. */
  subscribe(listener: () => void): () => void
}

// More changes to a page than these cost a slow phone a frame.
const DRAWN_PER_FRAME = 3

/** `schedule` runs a callback in the next frame. */
export function createAxisTime(
  schedule: (callback: () => void) => unknown = requestAnimationFrame,
): AxisTime {
  let shown: { at: number; line: number } | undefined
  let isScheduled = false
  const followers = new Set<() => void>()
  // With the time that each has drawn, the one that has waited the longest first.
  const drawn = new Map<() => void, number | undefined>()

  function frame() {
    isScheduled = false
    for (const follower of followers) follower()
    const late = [...drawn].filter(([, at]) => at !== shown?.at).map(([listener]) => listener)
    for (const listener of late.slice(0, DRAWN_PER_FRAME)) {
      drawn.delete(listener)
      drawn.set(listener, shown?.at)
      listener()
    }
    if (late.length > DRAWN_PER_FRAME) scheduleFrame()
  }

  function scheduleFrame() {
    if (isScheduled) return
    isScheduled = true
    schedule(frame)
  }

  function show(next: typeof shown) {
    shown = next
    scheduleFrame()
  }

  return {
    chosen: () => shown?.at,
    line: () => shown?.line,
    choose: (at, line = at) => show({ at, line }),
    backToNow: () => show(undefined),
    follow: (listener) => {
      followers.add(listener)
      return () => followers.delete(listener)
    },
    subscribe: (listener) => {
      drawn.set(listener, shown?.at)
      return () => drawn.delete(listener)
    },
  }
}
