import { Overloaded } from './errors.ts'

/** Lets a bounded number work at the same time; others wait in order of arrival. */
export type Semaphore = {
  /** Gives a place back, or passes it to the one that has waited the longest. */
  end(): void
  /** Resolves once a place is taken. Rejects if there was none in time, or immediately if too many wait. */
  enter(): Promise<void>
  /** Works in a place. Rejects as `enter` does. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

type SemaphoreOptions = { atOnce: number; waiting?: number; timeoutMs: number }

/** At most `waiting` wait at a time, each for at most `timeoutMs`; others are refused as `Overloaded`. */
export function createSemaphore({ atOnce, waiting = 1000, timeoutMs }: SemaphoreOptions): Semaphore {
  const waiters: { begin: () => void; timer: NodeJS.Timeout }[] = []
  let taken = 0

  const semaphore: Semaphore = {
    end: () => {
      const waiter = waiters.shift()
      if (waiter === undefined) taken -= 1
      else {
        clearTimeout(waiter.timer)
        waiter.begin()
      }
    },
    enter: () => {
      if (taken < atOnce) {
        taken += 1
        return Promise.resolve()
      }
      if (waiters.length >= waiting) return Promise.reject(new Overloaded())
      return new Promise((begin, fail) => {
        // All wait for the same time, so the first one's is over first.
        const timer = setTimeout(() => {
          waiters.shift()
          fail(new Overloaded())
        }, timeoutMs)
        waiters.push({ begin, timer })
      })
    },
    run: async (work) => {
      await semaphore.enter()
      return Promise.try(work).finally(semaphore.end)
    },
  }
  return semaphore
}

/** Calls share a run that begins after them: one is in progress at most, and one waits for its end. */
export function shareNext<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Result> | undefined
  return () => {
    next ??= running.then(() => {
      const result = run()
      next = undefined
      running = result.catch(() => {})
      return result
    })
    return next
  }
}
