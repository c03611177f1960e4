import { ConfigError, EXIT_CODE_CONFIG, loadConfig } from '@timezone-registry/config'
import { createApp } from './app.ts'
import { openContext } from './context.ts'
import { createLogger, type Logger } from './logger.ts'
import { startServer } from './server.ts'
import { shutdownSignal } from './shutdown.ts'

const config = loadConfigOrExit()
const logger = createLogger({ level: config.log.level, readable: process.stdout.isTTY })
process.on('uncaughtException', (error) => endWith(logger, error, 'Ended by a bug'))

try {
  await serve()
  logger.info('Stopped')
} catch (error) {
  endWith(logger, error, 'Could not start')
}

async function serve(): Promise<void> {
  // Disposal runs bottom-up: the server finishes its requests before the connections that they use close.
  await using context = await openContext(config, logger)
  await using server = await startServer(createApp(context), config.http)
  announce(server.port, context.description)

  const { shutdownGraceSeconds: graceSeconds } = config.http
  const signal = await shutdownSignal({ graceSeconds, logger })
  logger.info({ signal }, 'Stopping: finishing the requests in flight')
  context.stopAccepting()
  // A fifth of the grace lets balancers notice; somebody at a terminal does not wait for them.
  if (signal === 'SIGTERM') await server.drain({ milliseconds: graceSeconds * 200 })
}

/** What an operator must know, and last, in one line, that it serves, where, and on what. */
function announce(port: number, runningOn: string): void {
  const { host, onLoopback, publicUrl } = config.http
  if (config.auth === 'open' && !onLoopback)
    logger.warn(`AUTH=open on ${host}: ANYBODY who reaches this address can write ANY record`)
  if (config.auth === 'required')
    logger.warn(
      'AUTH=required: this version has no login and no API keys yet, so every write is refused; reads work',
    )
  const address = publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  logger.info(`Timezone Registry is ready at ${address} ${runningOn}`)
}

function loadConfigOrExit() {
  try {
    return loadConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(EXIT_CODE_CONFIG)
  }
}

function endWith(logger: Logger, error: unknown, what: string): void {
  logger.fatal({ err: error }, `${what}: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
