import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { countForWorkers } from '../limits/shared-count.ts'
import type { Logger } from '../logger.ts'
import type { RunningServer } from './server.ts'
import type { StopRequest, StopSignal } from './shutdown.ts'

/** A worker's port and what it runs on. */
export type WorkerReady = Pick<RunningServer, 'port'> & { description: string }

/** Several processes that share one port. */
export type Workers = {
  /** From the first worker that was ready. */
  readonly ready: WorkerReady
  /** Resolves to the highest exit code once a stop signal was received and forwarded, and all workers have exited. */
  readonly stopped: Promise<number>
}

/** Thrown if a worker exits before it serves. The worker logs the reason. */
export class WorkerStartError extends Error {
  override readonly name = 'WorkerStartError'
  readonly exitCode: number

  constructor(exitCode: number) {
    super('A worker could not start')
    this.exitCode = exitCode
  }
}

type WorkersOptions = { count: number; logger: Logger } & Pick<StopRequest, 'received'>

// A worker that dies as soon as it starts must not keep a core busy.
const RESTART_MILLISECONDS = 250

/**
 * Starts `count` workers and resolves when all of them are serving. A worker that dies later is replaced. This process
 * counts their rate limits. Rejects with `WorkerStartError`, once none is left, if one cannot
 * start or a stop signal comes first.
 */
export async function startWorkers({ count, logger, received }: WorkersOptions): Promise<Workers> {
  const running = new Set<Worker>()
  const exitCodes: number[] = []
  let isStopping = false
  // With the default, this process accepts the connections, and one that it has passed to a worker that then dies
  // stays open and unanswered for as long as this process runs.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  countForWorkers()

  const start = () => {
    const worker = cluster.fork()
    running.add(worker)
    const ready = waitUntilReady(worker)
    worker.once('exit', async (code, signal) => {
      running.delete(worker)
      if (isStopping) exitCodes.push(code ?? 1)
      else if (await hasServed(ready)) await replace(worker, signal ?? code)
    })
    return ready
  }

  async function replace(worker: Worker, reason: string | number): Promise<void> {
    logger.error({ worker_pid: worker.process.pid, reason }, 'A worker died; starting another')
    // While the database is down, no worker can start.
    for (;;) {
      await sleep(RESTART_MILLISECONDS)
      if (isStopping) return
      const started = await start().catch(() => undefined)
      if (started !== undefined) return
    }
  }

  async function stop(signal: StopSignal): Promise<number> {
    isStopping = true
    await Promise.all([...running].map((worker) => end(worker, signal)))
    return Math.max(0, ...exitCodes)
  }

  const stopped = received.then(stop)
  try {
    const [ready] = await Promise.all(Array.from({ length: count }, start))
    if (ready === undefined) throw new WorkerStartError(1)
    return { ready, stopped }
  } catch (error) {
    await (isStopping ? stopped : stop('SIGTERM'))
    throw error
  }
}

/** Resolves once the worker has exited. */
function end(worker: Worker, signal: StopSignal): Promise<unknown> {
  const exited = new Promise((resolve) => worker.once('exit', resolve))
  worker.process.kill(signal)
  return exited
}

/** Rejects with `WorkerStartError` if the worker exits before it serves. */
function waitUntilReady(worker: Worker): Promise<WorkerReady> {
  return new Promise((resolve, reject) => {
    worker.on('message', ({ ready }: { ready?: WorkerReady }) => {
      if (ready !== undefined) resolve(ready)
    })
    worker.once('exit', (code) => reject(new WorkerStartError(code ?? 1)))
  })
}

function hasServed(ready: Promise<WorkerReady>): Promise<boolean> {
  return ready.then(
    () => true,
    () => false,
  )
}

/** Reports to the primary process that this worker is serving. */
export function reportReady(ready: WorkerReady): void {
  process.send?.({ ready })
}
