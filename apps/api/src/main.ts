import { ConfigError, EXIT_CODE_CONFIG, loadConfig } from '@timezone-registry/config'
import { createApp } from './app.ts'
import { type Context, openContext } from './context.ts'
import { isPlainLoopback } from './http/origin.ts'
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
  announce(server.port, context)

  const { shutdownGraceSeconds: graceSeconds } = config.http
  const signal = await shutdownSignal({ graceSeconds, logger })
  logger.info({ signal }, 'Stopping: finishing the requests in flight')
  context.stopAccepting()
  // A fifth of the grace lets balancers notice; somebody at a terminal does not wait for them.
  if (signal === 'SIGTERM') await server.drain({ milliseconds: graceSeconds * 200 })
}

/** What an operator must know, and last, in one line, that it serves, where, and on what. */
function announce(port: number, { login, description }: Context): void {
  const { host, onLoopback, publicUrl } = config.http
  const providers = login.providers.map(({ name }) => name)
  if (config.auth === 'open' && !onLoopback)
    logger.warn(`AUTH=open on ${host}: ANYBODY who reaches this address can write ANY record`)
  if (config.auth === 'required' && providers.length === 0)
    logger.warn(
      'AUTH=required without a login provider: only programs with an API key can write. Make one: npm run registry -- keys create --name bot --scope records:write',
    )
  if (providers.length > 0) {
    logger.info(`People sign in through ${providers.join(' or ')}`)
    if (publicUrl === undefined && !onLoopback)
      logger.warn('Nobody else can sign in without PUBLIC_URL: providers lead people back to it')
    if (publicUrl !== undefined && !publicUrl.startsWith('https:') && !isPlainLoopback(config.http))
      logger.warn('Nobody can stay signed in: browsers keep the session only where PUBLIC_URL is https://')
  }
  const address = publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  logger.info(`Timezone Registry is ready at ${address} ${description}`)
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
