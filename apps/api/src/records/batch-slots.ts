/** A batch that has started. `release` frees what it holds. */
export type RunningBatch = { readonly ended: Promise<void>; release(): void }

/** Batches of one kind: `begin` starts the next one, or returns undefined if there is nothing to do. */
type Lane = { readonly max: number; begin(): RunningBatch | undefined }

/** Runs a limited number of batches of each kind at a time. */
export type BatchSlots = {
  /** Starts batches at the end of this turn of the event loop, so that jobs of one turn share a batch. */
  schedule(): void
}

// Longer than the driver takes to time out (1 s to connect, 3 s for a result): only a promise that never settles takes
// this long.
const ABANDON_AFTER_MILLISECONDS = 10_000

/**
 * A slot is released exactly once: when its batch ends, or after `abandonAfterMilliseconds`, so that a promise that
 * never settles cannot keep it.
 */
export function createBatchSlots(
  lanes: readonly Lane[],
  abandonAfterMilliseconds = ABANDON_AFTER_MILLISECONDS,
): BatchSlots {
  const all = lanes.map((lane) => ({ ...lane, used: 0 }))
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || all.every(({ used, max }) => used >= max)) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      for (const lane of all) beginAll(lane)
    })
  }

  function beginAll(lane: (typeof all)[number]): void {
    while (lane.used < lane.max) {
      const batch = lane.begin()
      if (batch === undefined) return
      occupy(lane, batch)
    }
  }

  function occupy(lane: (typeof all)[number], { ended, release }: RunningBatch): void {
    lane.used += 1
    let isHeld = true
    const giveBack = () => {
      if (!isHeld) return
      isHeld = false
      clearTimeout(timer)
      lane.used -= 1
      release()
      schedule()
    }
    const timer = setTimeout(giveBack, abandonAfterMilliseconds).unref()
    void ended.then(giveBack)
  }

  return { schedule }
}
