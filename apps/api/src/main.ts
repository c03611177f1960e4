import { openLog } from './logger.ts'
import { loadConfigOrExit, type OnReady, runProcess } from './process/run-process.ts'
import { drainMilliseconds, type StopRequest } from './process/stop-signals.ts'
import { collectStartupGarbage, tuneRuntime } from './process/tune-runtime.ts'

tuneRuntime()
// The database's files, its backups and the log are for this user alone.
process.umask(0o077)
const config = loadConfigOrExit(process.env)
const { logger, droppedLines } = openLog({ level: config.log.level }, process)
await runProcess({ config, logger, env: process.env, serve })

async function serve(onReady: OnReady, stop: StopRequest): Promise<void> {
  // Only here: compiled once the runtime is tuned, and not at all with an invalid configuration.
  const [{ createApp }, { openContext }, { createServer }] = await Promise.all([
    import('./app.ts'),
    import('./context.ts'),
    import('./process/server.ts'),
  ])
  // Disposed bottom-up: the server drains before the connections it uses are closed.
  await using waiting = createServer(config.http)
  await using context = await openContext(config, logger, {
    onWaiting: waiting.listen,
    signal: stop.aborted,
    droppedLines,
  })
  const app = createApp(context, { messages: waiting.messages })
  collectStartupGarbage()
  await using server = await waiting.serve(app)
  onReady({ port: server.port, description: context.description })
  const signal = await stop.received
  context.stopAccepting()
  await server.drain({ milliseconds: drainMilliseconds(signal, config.http) })
}
