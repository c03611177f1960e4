import { openLog } from './logger.ts'
import { startMetricsServer } from './metrics/metrics.ts'
import {
  announce,
  loadConfigOrExit,
  runProcess,
  type StopRequest,
  unlessStopped,
} from './process/run-process.ts'
import { collectStartupGarbage, tuneRuntime } from './process/tune-runtime.ts'

tuneRuntime()
// The database's files, its backups and the log are for this user alone.
process.umask(0o077)
const config = loadConfigOrExit(process.env)
const log = openLog(config.log.level, process.env)
await runProcess(config, log, serve)

async function serve(stop: StopRequest): Promise<void> {
  // Compiled once the runtime is tuned, and the rest while the server already answers probes.
  const { createServer } = await import('./process/server.ts')
  // Disposed bottom-up: the server drains before the connections it uses are closed.
  await using server = createServer(config.http)
  const port = await server.listen()
  await using metrics = await startMetricsServer(config, server)
  const [{ createApp }, { openContext }] = await Promise.all([import('./app.ts'), import('./context.ts')])
  const { logger, droppedLines } = log
  const { env } = process
  const opening = openContext(config, logger, { signal: stop.aborted, droppedLines, env })
  await using context = await unlessStopped(opening, stop)
  const app = createApp(context, { messages: server.messages })
  collectStartupGarbage()
  await using _served = server.serve(app)
  metrics?.serve(context.metrics)
  announce({ port, description: context.description }, config, logger)
  const { drainMilliseconds } = await stop.received
  context.stopAccepting()
  await server.drain(drainMilliseconds)
}
