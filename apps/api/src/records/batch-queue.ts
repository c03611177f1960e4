import { Overloaded, Unavailable } from '../errors.ts'
import { createBatchSlots, type RunningBatch } from './batch-slots.ts'
import { createDeadlines, type Waiter } from './deadlines.ts'
import { createKeyedQueue } from './keyed-queue.ts'

/** Gathers jobs that arrive while others are in flight, and runs them together. */
export type BatchQueue<Job, Result> = {
  /**
   * Rejects with `Overloaded` if too many jobs are waiting, with `Unavailable` if there is no result in time; a job
   * that has not started by then never starts. Never throws.
   */
  add(key: string, job: Job): Promise<Result>
  counts(): BatchCounts
}

/** `pending`: callers without a result yet. `batches` that have started, and the `jobs` in them, since the start. */
export type BatchCounts = { pending: number; batches: number; jobs: number }

/** One or several jobs for one key that run as one; `job` is the last of them. */
export type BatchedJob<Job, Result> = {
  readonly key: string
  readonly job: Job
  /** Settles every caller of the job. Has no effect on callers that have timed out. */
  resolve(result: Result): void
  reject(error: unknown): void
}

export type BatchQueueOptions<Job, Result> = {
  /**
   * Runs a batch, in which each key occurs at most once, and settles every job. Its slot is free once the promise
   * settles.
   */
  run: (batch: readonly BatchedJob<Job, Result>[]) => Promise<void>
  /** Whether a job makes the previous one of the same key redundant. */
  supersedes: (job: Job, previous: Job) => boolean
  /**
   * If true, jobs for one key run one at a time, in order of arrival, unless a batch is abandoned. Otherwise they
   * overlap.
   */
  isOrdered: boolean
  maxBatch: number
  /** How many batches run at the same time. */
  maxBatches: number
  /** Whether a job is a batch of its own, which takes no other batch's place. */
  runsAlone?: (job: Job) => boolean
  /** How many of those run at the same time. */
  maxAlone?: number
  /** How many callers may wait for a result. */
  maxPending: number
  /** How long after its arrival a job is rejected. */
  deadlineMilliseconds?: number
  /** How long a batch may run before it is abandoned and its slot reused. */
  abandonAfterMilliseconds?: number
  /** If given, a batch runs in the asynchronous context of its first caller, rather than of the batch before it. */
  captureContext?: CaptureContext | undefined
}

/** Returns a function that runs another one in the present asynchronous context. */
export type CaptureContext = () => <Result>(run: () => Result) => Result

type WaitingJob<Job, Result> = Waiter & {
  readonly key: string
  readonly job: Job
  readonly inContext: ReturnType<CaptureContext> | undefined
  resolve(result: Result): void
}

const DEADLINE_MILLISECONDS = 3300

/** A single job starts in the same turn of the event loop; under load, jobs share the next batch. */
export function createBatchQueue<Job, Result>(
  options: BatchQueueOptions<Job, Result>,
): BatchQueue<Job, Result> {
  const { maxPending, maxBatch, runsAlone = () => false, abandonAfterMilliseconds } = options
  const { deadlineMilliseconds = DEADLINE_MILLISECONDS } = options
  const queue = createKeyedQueue<WaitingJob<Job, Result>>({
    goesAlong: (caller, previous) => options.supersedes(caller.job, previous.job),
    isExclusive: options.isOrdered,
  })
  const pending = createDeadlines({
    createError: () => new Unavailable('The database is not answering. Try again in a moment.', RETRY_SOON),
    onExpired: () => queue.keepOnly(pending.has),
  })
  const started = { batches: 0, jobs: 0 }
  const slots = createBatchSlots(
    [
      { max: options.maxBatches, begin: () => begin(queue.take(maxBatch, ({ job }) => !runsAlone(job))) },
      { max: options.maxAlone ?? 0, begin: () => begin(queue.take(1, ({ job }) => runsAlone(job))) },
    ],
    abandonAfterMilliseconds,
  )

  function begin(groups: WaitingJob<Job, Result>[][]): RunningBatch | undefined {
    if (groups.length === 0) return undefined
    const batch = groups.map(toBatchedJob)
    started.batches += 1
    started.jobs += batch.length
    const inContext = groups[0]?.[0]?.inContext ?? ((run) => run())
    return { ended: inContext(() => runSafely(options.run, batch)), release: () => release(groups) }
  }

  function release(groups: readonly WaitingJob<Job, Result>[][]): void {
    for (const callers of groups) {
      for (const caller of callers) pending.remove(caller)
      if (callers[0]) queue.release(callers[0].key)
    }
  }

  return {
    add: (key, job) => {
      if (pending.size >= maxPending) return Promise.reject(new Overloaded(OVERLOADED, RETRY_SOON))
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      const expiresAt = performance.now() + deadlineMilliseconds
      const inContext = options.captureContext?.()
      const caller = { key, job, expiresAt, inContext, resolve, reject, place: undefined }
      pending.add(caller)
      queue.push(key, caller)
      slots.schedule()
      return promise
    },
    counts: () => ({ pending: pending.size, ...started }),
  }
}

const OVERLOADED = 'The service is overloaded. Try again in a moment.'
const RETRY_SOON = { retryAfterSeconds: 1 }

function toBatchedJob<Job, Result>(callers: WaitingJob<Job, Result>[]): BatchedJob<Job, Result> {
  const last = callers.at(-1) as WaitingJob<Job, Result>
  if (callers.length === 1) return last
  return {
    key: last.key,
    job: last.job,
    resolve: (result) => {
      for (const { resolve } of callers) resolve(result)
    },
    reject: (error) => {
      for (const { reject } of callers) reject(error)
    },
  }
}

/** Never rejects: an error rejects the callers' promises. */
async function runSafely<Job, Result>(
  run: BatchQueueOptions<Job, Result>['run'],
  batch: readonly BatchedJob<Job, Result>[],
): Promise<void> {
  try {
    await run(batch)
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
