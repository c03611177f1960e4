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
  /** Runs in each frame in which the line moves, while it is in sight. */
  follow(listener: () => void, isInSight: () => boolean): () => void
  /** Runs when another time is chosen, within a few frames; what is out of sight after all that is in sight. */
  subscribe(listener: () => void, isInSight?: () => boolean): () => void
}

// More changes to a page than these cost a slow phone a frame.
const DRAWN_PER_FRAME = 3

/** `schedule` runs a callback in the next frame. */
export function createAxisTime(
  schedule: (callback: () => void) => unknown = requestAnimationFrame,
): AxisTime {
  let shown: { at: number; line: number } | undefined
  let isScheduled = false
  const followers = new Map<() => void, () => boolean>()
  // With the time that each has drawn, the one that has waited the longest first.
  const drawn = new Map<() => void, { at: number | undefined; isInSight: () => boolean }>()

  function frame() {
    isScheduled = false
    for (const [follower, isInSight] of followers) if (isInSight()) follower()
    const late = [...drawn].filter(([, { at }]) => at !== shown?.at)
    const seen = late.filter(([, { isInSight }]) => isInSight())
    const next = (seen.length > 0 ? seen : late).slice(0, DRAWN_PER_FRAME)
    for (const [listener, { isInSight }] of next) {
      drawn.delete(listener)
      drawn.set(listener, { at: shown?.at, isInSight })
      listener()
    }
    if (late.length > next.length) scheduleFrame()
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
    follow: (listener, isInSight) => {
      followers.set(listener, isInSight)
      return () => followers.delete(listener)
    },
    subscribe: (listener, isInSight = () => true) => {
      drawn.set(listener, { at: shown?.at, isInSight })
      return () => drawn.delete(listener)
    },
  }
}
