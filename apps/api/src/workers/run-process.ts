import cluster from 'node:cluster'
import type { Config } from '@timezone-registry/config'
import type { Logger } from '../logger.ts'
import { serveWorkerMetrics } from '../metrics/metrics.ts'
import { shutdownSignal } from '../shutdown.ts'
import { announce } from './announce.ts'
import { createServiceManager, type ServiceManager } from './service-manager.ts'
import { reportReady, startWorkers, type WorkerReady, WorkerStartError } from './workers.ts'

/** Called once the process is serving. */
export type OnReady = (ready: WorkerReady) => void

type RunOptions = {
  config: Config
  logger: Logger
  env: NodeJS.ProcessEnv
  serve: (onReady: OnReady) => Promise<void>
}

/** Serves in this process, or in as many workers as configured, until a stop signal. Logs why it failed. */
export async function runProcess(options: RunOptions): Promise<void> {
  const { config, logger, env } = options
  using manager = createServiceManager({
    env,
    onError: (error) => logger.warn({ err: error }, 'Could not notify systemd'),
  })
  process.on('uncaughtException', (error) => fail(logger, error, 'Unhandled exception'))
  try {
    if (config.workers > 1 && cluster.isPrimary) await supervise(options, manager)
    else
      await options.serve(cluster.isWorker ? reportReady : (ready) => announceReady(ready, options, manager))
  } catch (error) {
    // The worker has logged the reason.
    if (error instanceof WorkerStartError) process.exit(error.exitCode)
    fail(logger, error, 'Could not start')
  }
  // Otherwise the channel to the primary process keeps a worker alive.
  if (cluster.isWorker) process.exit(0)
  logger.info('Stopped')
}

/** The primary process serves nothing itself: it starts the workers, replaces those that die, and exits with them. */
async function supervise(options: RunOptions, manager: ServiceManager): Promise<void> {
  const { config, logger } = options
  await using _metrics = await serveWorkerMetrics(config)
  const workers = await startWorkers({ count: config.workers, logger })
  const { ready } = workers
  const description = `${ready.description}, with ${config.workers} workers`
  announceReady({ ...ready, description }, options, manager)
  const exitCode = await workers.stop(await shutdownSignal({ ...config.http, logger }))
  if (exitCode !== 0) process.exit(exitCode)
}

/** The parent process, or the only one, reports to the operator and the service manager. */
function announceReady(ready: WorkerReady, options: RunOptions, manager: ServiceManager): void {
  announce(ready, options)
  manager.ready()
  process.once('SIGTERM', manager.stopping)
}

function fail(logger: Logger, error: unknown, what: string): never {
  logger.fatal({ err: error }, `${what}: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
