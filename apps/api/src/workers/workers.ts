import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { DROP_MESSAGE } from '../broadcast/worker-channel.ts'
import { countForWorkers } from '../limits/worker-count.ts'
import type { Logger } from '../logger.ts'
import type { RunningServer } from '../server.ts'
import type { StopSignal } from '../shutdown.ts'

/** What a worker tells when it serves. */
export type WorkerReady = Pick<RunningServer, 'port'> & { description: string }

/** Several processes that serve on one port. */
export type Workers = {
  /** What the first that was ready told. */
  readonly ready: WorkerReady
  /** Passes a signal on, waits for all to end, and answers the highest of their exit codes. */
  stop(signal: StopSignal): Promise<number>
}

/** Thrown when a worker ended before it served; the log says why. */
export class WorkerStartError extends Error {
  override readonly name = 'WorkerStartError'
  readonly exitCode: number

  constructor(exitCode: number) {
    super('A worker could not start')
    this.exitCode = exitCode
  }
}

// One that dies at once each time must not keep a core busy.
const RESTART_MILLISECONDS = 250

/**
 * Starts `count` workers, and resolves when all of them serve. One that dies later is replaced; the others take its
 * share meanwhile. What one tells of a changed record reaches the others through here, and their limits are counted here.
 */
export async function startWorkers({ count, logger }: { count: number; logger: Logger }): Promise<Workers> {
  const running = new Set<Worker>()
  const exitCodes: number[] = []
  let isStopping = false
  countForWorkers()
  relayDrops()

  const start = () => {
    const worker = cluster.fork()
    running.add(worker)
    return new Promise<WorkerReady>((resolve, reject) => {
      let served = false
      worker.on('message', (message: { ready?: WorkerReady }) => {
        if (message.ready === undefined) return
        served = true
        resolve(message.ready)
      })
      worker.once('exit', (code, signal) => {
        running.delete(worker)
        if (isStopping) exitCodes.push(code ?? 1)
        else if (served) void replace(worker, signal ?? code)
        else reject(new WorkerStartError(code ?? 1))
      })
    })
  }

  async function replace(worker: Worker, reason: string | number): Promise<void> {
    logger.error({ worker_pid: worker.process.pid, reason }, 'A worker died; starting another')
    // While the database is away, none can start: it is tried until one does.
    for (;;) {
      await sleep(RESTART_MILLISECONDS)
      if (isStopping) return
      const started = await start().catch(() => undefined)
      if (started !== undefined) return
    }
  }

  async function stop(signal: StopSignal): Promise<number> {
    isStopping = true
    const ended = [...running].map((worker) => new Promise((resolve) => worker.once('exit', resolve)))
    for (const worker of running) worker.process.kill(signal)
    await Promise.all(ended)
    return Math.max(0, ...exitCodes)
  }

  try {
    const [ready] = await Promise.all(Array.from({ length: count }, start))
    if (ready === undefined) throw new WorkerStartError(1)
    return { ready, stop }
  } catch (error) {
    await stop('SIGTERM')
    throw error
  }
}

/** Told by a worker to the process that started it. */
export function tellReady(ready: WorkerReady): void {
  process.send?.({ ready })
}

function relayDrops(): void {
  cluster.on('message', (from, message: { type?: string }) => {
    if (message?.type !== DROP_MESSAGE) return
    for (const worker of Object.values(cluster.workers ?? {}))
      if (worker !== undefined && worker !== from && worker.isConnected()) worker.send(message)
  })
}
