import cluster from 'node:cluster'
import { createWaitingServer } from './health/waiting-server.ts'
import { openLog } from './logger.ts'
import { loadConfigOrExit, type OnReady, runProcess } from './process/run-process.ts'
import { drainMilliseconds, type StopRequest } from './process/shutdown.ts'
import { collectStartupGarbage, tuneRuntime } from './process/tune-runtime.ts'

tuneRuntime()
const config = loadConfigOrExit(process.env)
const servesRequests = config.workers === 1 || cluster.isWorker
const tracing =
  config.tracing && servesRequests
    ? (await import('./tracing/tracing.ts')).startTracing(config.tracing)
    : undefined
const { logger, droppedLines } = openLog({ level: config.log.level, fields: tracing?.logFields }, process)
tracing?.reportTo(logger)
await runProcess({ config, logger, env: process.env, serve })

async function serve(onReady: OnReady, stop: StopRequest): Promise<void> {
  // Only here, because the parent process of several workers needs none of it.
  const [{ createApp }, { openContext }, { startServer }] = await Promise.all([
    import('./app.ts'),
    import('./context.ts'),
    import('./process/server.ts'),
  ])
  // Disposed bottom-up: the server drains before the connections it uses are closed, and traces are sent last.
  await using _traces = tracing
  const waiting = createWaitingServer(config.http)
  const starting = { onWaiting: waiting.start, signal: stop.aborted, droppedLines }
  await using context = await openContext(config, logger, starting).finally(waiting.stop)
  const app = createApp(context, tracing)
  collectStartupGarbage()
  await using server = await startServer(app, config.http)
  onReady({ port: server.port, description: context.description })
  const signal = await stop.received
  context.stopAccepting()
  await server.drain({ milliseconds: drainMilliseconds(signal, config.http) })
}
