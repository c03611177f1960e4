import { setImmediate as nextTurn } from 'node:timers/promises'
import { withDeadline } from '../deadline.ts'
import { Overloaded, Unavailable } from '../errors.ts'

/** Runs jobs that arrive while others are in flight together, in batches. */
export type Batcher<Job, Result> = {
  /**
   * Rejects with `Overloaded` if too many jobs are waiting. A job that has not started within 3.3 s never starts, and
   * rejects with `Unavailable`. Never throws.
   */
  add(key: string, job: Job): Promise<Result>
  counts(): BatchCounts
}

/** `pending`: jobs without a result yet. `batches` that have started, and the `jobs` in them, since the start. */
export type BatchCounts = { pending: number; batches: number; jobs: number }

/** The last job of each key; all jobs of the key get its result. */
type Batch<Job> = ReadonlyMap<string, Job>

export type BatcherOptions<Job, Result> = {
  /** Resolves to the results by key. */
  run: (batch: Batch<Job>) => Promise<ReadonlyMap<string, Result>>
  /** Jobs of one batch have the same kind. */
  kindOf?: ((job: Job) => string) | undefined
  /** Whether a job of one key may share a batch with an earlier one, and so its result; by default, all may. */
  canMerge?: ((job: Job) => boolean) | undefined
  /** If true, jobs for one key run in order of arrival, one batch after the other. Otherwise they overlap. */
  isOrdered?: boolean | undefined
  /** Whether the jobs of a batch that failed like this are run again, each alone. */
  canSeparate?: (error: unknown) => boolean
  maxBatch: number
  /** How many batches run at the same time, and how many jobs alone. */
  maxBatches: number
  maxAlone?: number
  maxPending: number
  /** Replaces the 3.3 s, and the time after which a batch that does not end is given up. */
  deadlineMilliseconds?: number
  abandonAfterMilliseconds?: number
}

type Caller<Job, Result> = {
  readonly key: string
  readonly job: Job
  readonly expiresAt: number
  /** Why its batch failed, if it is to run alone. */
  error?: unknown
  resolve(result: Result): void
  reject(error: unknown): void
}

const DEADLINE_MILLISECONDS = 3300
// Longer than the driver takes to time out (1 s to connect, 3 s for a result): only a promise that never settles takes
// this long.
const ABANDON_AFTER_MILLISECONDS = 5000
// Callers do the rest of their work, such as a response, in the turn of the event loop in which they get a result.
const SETTLED_PER_TURN = 100
const OVERLOADED = 'The service is overloaded. Try again in a moment.'
const RETRY_SOON = { retryAfterSeconds: 1 }

/** A single job starts in the same turn of the event loop; under load, jobs share the next batch. */
export function createBatcher<Job, Result>(options: BatcherOptions<Job, Result>): Batcher<Job, Result> {
  const { maxPending, deadlineMilliseconds = DEADLINE_MILLISECONDS } = options
  const queue = createQueue(options)
  const abandonAfter = options.abandonAfterMilliseconds ?? ABANDON_AFTER_MILLISECONDS
  const lanes = createLanes(options)
  const started = { batches: 0, jobs: 0 }
  // So that the jobs of one turn share a batch.
  const schedule = oncePerTurn(() => lanes.forEach(fill))

  function fill(lane: Lane): void {
    while (lane.used < lane.max) {
      const batch = queue.take(lane)
      if (batch.size === 0) return
      void carryOut(lane, batch)
    }
  }

  async function carryOut(lane: Lane, batch: Callers<Job, Result>): Promise<void> {
    lane.used += 1
    started.batches += 1
    started.jobs += batch.size
    try {
      const results = await withDeadline(abandonAfter, () => options.run(lastJobs(batch)), notAnswering)
      await settleAll(batch, ({ key, resolve }) => resolve(results.get(key) as Result))
    } catch (error) {
      if (batch.size > 1 && options.canSeparate?.(error)) queue.separate(batch, error)
      else await settleAll(batch, ({ reject }) => reject(error))
    }
    lane.used -= 1
    queue.release(batch)
    schedule()
  }

  return {
    add: (key, job) => {
      if (queue.pending >= maxPending) return Promise.reject(new Overloaded(OVERLOADED, RETRY_SOON))
      const { promise, ...settlers } = Promise.withResolvers<Result>()
      const expiresAt = performance.now() + deadlineMilliseconds
      queue.push({ key, job, expiresAt, ...settlers })
      schedule()
      return promise
    },
    counts: () => ({ pending: queue.pending, ...started }),
  }
}

/** Returns a function that runs `action` once, after the turn of the event loop in which it was called. */
function oncePerTurn(action: () => void): () => void {
  let isScheduled = false
  return () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      action()
    })
  }
}

type Lane = { isAlone: boolean; max: number; size: number; used: number }

function createLanes({
  maxBatch,
  maxBatches,
  maxAlone = 0,
}: Pick<BatcherOptions<never, never>, 'maxBatch' | 'maxBatches' | 'maxAlone'>): Lane[] {
  return [
    { isAlone: false, max: maxBatches, size: maxBatch, used: 0 },
    { isAlone: true, max: maxAlone, size: 1, used: 0 },
  ]
}

type Callers<Job, Result> = Map<string, Caller<Job, Result>[]>

/** The jobs without a result, in order of arrival. */
function createQueue<Job, Result>({
  kindOf = () => '',
  canMerge = () => true,
  isOrdered = false,
}: Pick<BatcherOptions<Job, Result>, 'kindOf' | 'canMerge' | 'isOrdered'>) {
  const held = new Set<string>()
  let waiting: Caller<Job, Result>[] = []
  let running = 0

  return {
    get pending() {
      return waiting.length + running
    },
    push: (caller: Caller<Job, Result>) => void waiting.push(caller),
    /** The first jobs that may run together, by key, whose keys are held until they are released. Rejects those whose time is up. */
    take: ({ isAlone, size }: Lane): Callers<Job, Result> => {
      const batch: Callers<Job, Result> = new Map()
      const passed: Caller<Job, Result>[] = []
      const passedKeys = new Set<string>()
      const now = performance.now()
      let kind: string | undefined
      let end = 0
      for (; end < waiting.length && batch.size < size; end++) {
        const caller = waiting[end] as Caller<Job, Result>
        const { key, job, expiresAt } = caller
        const isFree = !held.has(key) && !passedKeys.has(key) && (canMerge(job) || !batch.has(key))
        if (expiresAt <= now) caller.reject(caller.error ?? notAnswering())
        else if (isFree && 'error' in caller === isAlone && (kind ?? kindOf(job)) === kindOf(job)) {
          kind = kindOf(job)
          const callers = batch.get(key)
          if (callers === undefined) batch.set(key, [caller])
          else callers.push(caller)
          running += 1
        } else {
          passed.push(caller)
          if (isOrdered) passedKeys.add(key)
        }
      }
      waiting = passed.concat(waiting.slice(end))
      if (isOrdered) for (const key of batch.keys()) held.add(key)
      return batch
    },
    /** Puts jobs back, to run alone, before those that came later. */
    separate: (batch: Callers<Job, Result>, error: unknown) => {
      waiting = [...[...batch.values()].flat().map((caller) => ({ ...caller, error })), ...waiting]
    },
    release: (batch: Callers<Job, Result>) => {
      for (const [key, callers] of batch) {
        held.delete(key)
        running -= callers.length
      }
    },
  }
}

function notAnswering(cause?: Error): Error {
  return new Unavailable('The database is not answering. Try again in a moment.', { ...RETRY_SOON, cause })
}

function lastJobs<Job, Result>(batch: Callers<Job, Result>): Map<string, Job> {
  return new Map([...batch].map(([key, callers]) => [key, callers.at(-1)?.job as Job]))
}

async function settleAll<Job, Result>(
  batch: Callers<Job, Result>,
  settle: (caller: Caller<Job, Result>) => void,
): Promise<void> {
  let settled = 0
  for (const callers of batch.values()) {
    if (settled > 0 && settled % SETTLED_PER_TURN === 0) await nextTurn()
    settled += 1
    callers.forEach(settle)
  }
}
