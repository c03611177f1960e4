import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { countForWorkers } from '../limits/shared-count.ts'
import type { Logger } from '../logger.ts'
import type { RunningServer } from './server.ts'
import type { StopRequest, StopSignal } from './stop-signals.ts'

/** A worker's port and what it runs on. */
export type WorkerReady = Pick<RunningServer, 'port'> & { description: string }

type WorkersOptions = {
  count: number
  logger: Logger
  /** Called once all workers are serving, with what the first one reports. */
  onReady: (ready: WorkerReady) => void
} & Pick<StopRequest, 'received'>

// A worker that dies as soon as it starts must not keep a core busy.
const RESTART_MILLISECONDS = 250

/**
 * Runs several processes that share one port, and replaces one that dies. This process counts their rate limits. Resolves
 * to the exit code once all have exited: after a stop signal, which they get as well, or because one could not start, which
 * has logged the reason.
 */
export async function runWorkers({ count, logger, onReady, received }: WorkersOptions): Promise<number> {
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
      else if (await ready.catch(() => undefined)) await replace(worker, signal ?? code)
    })
    return ready
  }

  async function replace(worker: Worker, reason: string | number): Promise<void> {
    logger.error({ worker_pid: worker.process.pid, reason }, 'A worker died; starting another')
    // While the database is down, no worker can start.
    for (;;) {
      await sleep(RESTART_MILLISECONDS)
      if (isStopping) return
      if (await start().catch(() => undefined)) return
    }
  }

  async function stop(signal: StopSignal): Promise<number> {
    isStopping = true
    await Promise.all([...running].map((worker) => end(worker, signal)))
    return Math.max(0, ...exitCodes)
  }

  const stopped = received.then(stop)
  const started = await Promise.all(Array.from({ length: count }, start)).catch((code: number) => code)
  if (typeof started === 'number') {
    // A worker may have got the signal before it could handle it.
    if (isStopping) return stopped.then(() => 0)
    await stop('SIGTERM')
    return started
  }
  if (started[0] !== undefined) onReady(started[0])
  return stopped
}

function end(worker: Worker, signal: StopSignal): Promise<unknown> {
  const exited = new Promise((resolve) => worker.once('exit', resolve))
  worker.process.kill(signal)
  return exited
}

/** Rejects with the exit code of a worker that exits before it serves. */
function waitUntilReady(worker: Worker): Promise<WorkerReady> {
  return new Promise((resolve, reject) => {
    worker.on('message', ({ ready }: { ready?: WorkerReady }) => {
      if (ready !== undefined) resolve(ready)
    })
    worker.once('exit', (code) => reject(code ?? 1))
  })
}

/** Reports to the primary process that this worker is serving. */
export function reportReady(ready: WorkerReady): void {
  process.send?.({ ready })
}
