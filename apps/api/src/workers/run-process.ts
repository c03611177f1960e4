import cluster from 'node:cluster'
import type { Config } from '@timezone-registry/config'
import type { Logger } from '../logger.ts'
import { serveWorkerMetrics } from '../metrics/metrics.ts'
import { handleStopSignals, type StopRequest } from '../shutdown.ts'
import { announce } from './announce.ts'
import { createServiceManager, type ServiceManager } from './service-manager.ts'
import { reportReady, startWorkers, type WorkerReady, WorkerStartError } from './workers.ts'

/** Called once the process is serving. */
export type OnReady = (ready: WorkerReady) => void

type RunOptions = {
  config: Config
  logger: Logger
  env: NodeJS.ProcessEnv
  serve: (onReady: OnReady, stop: StopRequest) => Promise<void>
}

/** Serves in this process, or in as many workers as configured, until a stop signal. Logs why it failed. */
export async function runProcess(options: RunOptions): Promise<void> {
  const { config, logger, env } = options
  const stop = handleStopSignals({ ...config.http, logger })
  using manager = createServiceManager({
    env,
    onError: (error) => logger.warn({ err: error }, 'Could not notify systemd'),
  })
  process.on('uncaughtException', (error) => fail(logger, error, 'Unhandled exception'))
  try {
    const onReady = (ready: WorkerReady) => announceReady(ready, options, manager)
    if (config.workers > 1 && cluster.isPrimary) await supervise({ config, logger, onReady, stop })
    else await options.serve(cluster.isWorker ? reportReady : onReady, stop)
  } catch (error) {
    if (!isStopped(error, stop)) failToStart(logger, error)
  }
  // Otherwise the channel to the primary process keeps a worker alive.
  if (cluster.isWorker) process.exit(0)
  logger.info('Stopped')
}

/** The primary process serves nothing itself: it starts the workers, replaces those that die, and exits with them. */
async function supervise({ config, logger, onReady, stop }: SuperviseOptions): Promise<void> {
  await using _metrics = await serveWorkerMetrics(config)
  const workers = await startWorkers({ count: config.workers, logger, ...stop })
  const { ready } = workers
  onReady({ ...ready, description: `${ready.description}, with ${config.workers} workers` })
  const exitCode = await workers.stopped
  if (exitCode !== 0) process.exit(exitCode)
}

type SuperviseOptions = Pick<RunOptions, 'config' | 'logger'> & { onReady: OnReady; stop: StopRequest }

/** The parent process, or the only one, reports to the operator and the service manager. */
function announceReady(ready: WorkerReady, options: RunOptions, manager: ServiceManager): void {
  announce(ready, options)
  manager.ready()
  process.once('SIGTERM', manager.stopping)
}

/** True if startup ended because of a stop signal. A worker may have got it before it could handle it. */
function isStopped(error: unknown, stop: StopRequest): boolean {
  const isAbort = error instanceof Error && error.name === 'AbortError'
  return stop.aborted.aborted && (isAbort || error instanceof WorkerStartError)
}

function failToStart(logger: Logger, error: unknown): never {
  // The worker has logged the reason.
  if (error instanceof WorkerStartError) process.exit(error.exitCode)
  fail(logger, error, 'Could not start')
}

function fail(logger: Logger, error: unknown, what: string): never {
  logger.fatal({ err: error }, `${what}: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
