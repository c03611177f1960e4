/** A batch that has started. `release` frees what it holds. */
export type RunningBatch = { readonly ended: Promise<void>; release(): void }

/** Runs a limited number of batches at a time. */
export type BatchSlots = {
  /** Starts batches at the end of this turn of the event loop, so that jobs of one turn share a batch. */
  schedule(): void
}

/**
 * `begin` starts the next batch, or returns undefined if there is nothing to do. A slot is released exactly once: when
 * its batch ends, or after `abandonAfterMilliseconds`, so that a promise that never settles cannot keep it.
 */
export function createBatchSlots({
  max,
  abandonAfterMilliseconds,
  begin,
}: {
  max: number
  abandonAfterMilliseconds: number
  begin: () => RunningBatch | undefined
}): BatchSlots {
  let used = 0
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || used >= max) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      beginAll()
    })
  }

  function beginAll(): void {
    while (used < max) {
      const batch = begin()
      if (batch === undefined) return
      occupy(batch)
    }
  }

  function occupy({ ended, release }: RunningBatch): void {
    used += 1
    let isHeld = true
    const giveBack = () => {
      if (!isHeld) return
      isHeld = false
      clearTimeout(timer)
      used -= 1
      release()
      schedule()
    }
    const timer = setTimeout(giveBack, abandonAfterMilliseconds).unref()
    void ended.then(giveBack)
  }

  return { schedule }
}
