import { withDeadline } from './deadline.ts'
import { notAnswering, Overloaded } from './errors.ts'

/** Runs jobs that arrive while others are in flight together, in batches; those of one key in order of arrival. */
export type Batcher<Job, Result> = {
  /** Rejects with `Overloaded` if too many wait, with `Unavailable` if its turn comes after more than 3.3 s. Never throws. */
  add(key: string, job: Job): Promise<Result>
  counts(): BatchCounts
}

/** `pending`: jobs without a result yet. `batches` that have started, and the `jobs` in them, since the start. */
export type BatchCounts = { pending: number; batches: number; jobs: number }

export type BatcherOptions<Job, Result> = {
  /** Gets the last job of each key; resolves to the results by key. A promise among them holds up its key alone. */
  run: (batch: ReadonlyMap<string, Job>) => Promise<ReadonlyMap<string, Result | Promise<Result>>>
  /** Jobs of one batch have the same kind. */
  kindOf?: (job: Job) => string
  /** Whether a job may share a batch with an earlier one of its key, and so its result; by default, all may. */
  canMerge?: (job: Job, earlier: Job) => boolean
  maxBatch: number
  /** How many batches run at the same time. */
  maxBatches: number
  maxPending: number
}

type Caller<Job, Result> = PromiseWithResolvers<Result> & { key: string; job: Job; expiresAt: number }
type Batch<Job, Result> = Map<string, Caller<Job, Result>[]>

const DEADLINE_MILLISECONDS = 3300
// Longer than the driver takes to time out: only a promise that never settles takes this long.
const ABANDON_AFTER_MILLISECONDS = 5000

/** A single job starts in the same turn of the event loop; under load, jobs share the next batch. */
export function createBatcher<Job, Result>(options: BatcherOptions<Job, Result>): Batcher<Job, Result> {
  const queue = createQueue(options)
  let lanes = options.maxBatches
  let isScheduled = false

  // So that the jobs of one turn of the event loop share a batch.
  function schedule(): void {
    if (!isScheduled) setImmediate(fill)
    isScheduled = true
  }

  function fill(): void {
    isScheduled = false
    for (let batch = queue.take(lanes); batch.size > 0; batch = queue.take(lanes)) {
      lanes -= 1
      void carryOut(batch).then(() => {
        lanes += 1
        schedule()
      })
    }
  }

  function carryOut(batch: Batch<Job, Result>): Promise<unknown> {
    const jobs = new Map([...batch].map(([key, callers]) => [key, callers.at(-1)?.job as Job]))
    const running = withDeadline(ABANDON_AFTER_MILLISECONDS, () => options.run(jobs))
    for (const [key, callers] of batch) {
      const result = running.then((results) => results.get(key) as Result)
      for (const { resolve } of callers) resolve(result)
      const release = () => {
        queue.release(key, callers.length)
        schedule()
      }
      result.then(release, release)
    }
    return running.catch(() => {})
  }

  return {
    add: (key, job) => {
      const expiresAt = performance.now() + DEADLINE_MILLISECONDS
      const caller = { ...Promise.withResolvers<Result>(), key, job, expiresAt }
      if (!queue.push(caller)) return Promise.reject(new Overloaded())
      schedule()
      return caller.promise
    },
    counts: () => ({ ...queue.counts }),
  }
}

/** The jobs without a result, in order of arrival. */
function createQueue<Job, Result>(options: BatcherOptions<Job, Result>) {
  const { kindOf = () => '', canMerge = () => true, maxBatch, maxPending } = options
  const counts = { pending: 0, batches: 0, jobs: 0 }
  const held = new Set<string>()
  let waiting: Caller<Job, Result>[] = []
  return {
    counts,
    /** False if too many wait. */
    push: (caller: Caller<Job, Result>): boolean => {
      if (counts.pending >= maxPending) return false
      counts.pending += 1
      return waiting.push(caller) > 0
    },
    /** The first jobs that may run together, whose keys are held until they are released; none without a lane. */
    take: (lanes: number): Batch<Job, Result> => {
      const batch: Batch<Job, Result> = new Map()
      const passed: Caller<Job, Result>[] = []
      const blocked = new Set(lanes > 0 ? held : [])
      let [kind, end] = ['', 0]
      for (; lanes > 0 && end < waiting.length && batch.size < maxBatch; end++) {
        const caller = waiting[end] as Caller<Job, Result>
        const { key, job } = caller
        const known = batch.get(key)
        const isFree = !blocked.has(key) && (known === undefined || canMerge(job, known.at(-1)?.job as Job))
        if (caller.expiresAt <= performance.now()) {
          counts.pending -= 1
          caller.reject(notAnswering())
        } else if (isFree && (batch.size === 0 || kindOf(job) === kind)) {
          kind = kindOf(job)
          if (known === undefined) batch.set(key, [caller])
          else known.push(caller)
          counts.jobs += 1
        } else {
          passed.push(caller)
          blocked.add(key)
        }
      }
      if (end > 0) waiting = passed.concat(waiting.slice(end))
      counts.batches += Math.min(batch.size, 1)
      for (const key of batch.keys()) held.add(key)
      return batch
    },
    release: (key: string, callers: number) => {
      held.delete(key)
      counts.pending -= callers
    },
  }
}
