import cluster from 'node:cluster'
import { ConfigError, EXIT_CODE_CONFIG, loadConfig } from '@timezone-registry/config'
import { isPlainLoopback } from './access/origin.ts'
import { createApp } from './app.ts'
import { openContext } from './context.ts'
import { createLogger, type Logger } from './logger.ts'
import { startServer } from './server.ts'
import { type StopSignal, shutdownSignal } from './shutdown.ts'
import { startWorkers, tellReady, type WorkerReady, WorkerStartError } from './workers/workers.ts'

// A fifth of a second for each second of grace.
const MILLISECONDS_TO_NOTICE = 200

const config = loadConfigOrExit()
const logger = createLogger({ level: config.log.level, readable: process.stdout.isTTY })
process.on('uncaughtException', (error) => endWith(logger, error, 'Ended by a bug'))

try {
  const exitCode = config.workers > 1 && cluster.isPrimary ? await serveWithWorkers() : await serve()
  // What went wrong in a worker is in its own lines; one that is done would be kept by its channel to the others.
  if (exitCode !== 0 || cluster.isWorker) process.exit(exitCode)
  logger.info('Stopped')
} catch (error) {
  if (error instanceof WorkerStartError) process.exit(error.exitCode)
  endWith(logger, error, 'Could not start')
}

async function serve(): Promise<number> {
  // Disposal runs bottom-up: the server finishes its requests before the connections that they use close.
  await using context = await openContext(config, logger)
  await using server = await startServer(createApp(context), config.http)
  const ready = { port: server.port, description: context.description }
  if (cluster.isWorker) tellReady(ready)
  else announce(ready)

  const signal = await nextSignal()
  context.stopAccepting()
  // A fifth of the grace lets balancers notice; somebody at a terminal does not wait for them.
  if (signal === 'SIGTERM')
    await server.drain({ milliseconds: config.http.shutdownGraceSeconds * MILLISECONDS_TO_NOTICE })
  return 0
}

/** This process serves nothing itself: it starts those that do, replaces them, and ends with them. */
async function serveWithWorkers(): Promise<number> {
  const workers = await startWorkers({ count: config.workers, logger })
  announce({ ...workers.ready, description: `${workers.ready.description}, with ${config.workers} workers` })
  return workers.stop(await nextSignal())
}

async function nextSignal(): Promise<StopSignal> {
  const signal = await shutdownSignal({ graceSeconds: config.http.shutdownGraceSeconds, logger })
  logger.info({ signal }, 'Stopping: finishing the requests in flight')
  return signal
}

/** What an operator must know, and last, in one line, that it serves, where, and on what. */
function announce({ port, description }: WorkerReady): void {
  const { host, onLoopback, publicUrl } = config.http
  const providers = [config.login.discord && 'Discord', config.login.oidc?.issuer].filter(Boolean)
  if (config.auth === 'open' && !onLoopback)
    logger.warn(`AUTH=open on ${host}: ANYBODY who reaches this address can write ANY record`)
  if (config.auth === 'required' && providers.length === 0)
    logger.warn(
      'AUTH=required without a login provider: only programs with an API key can write. Make one: npm run registry -- keys create --name bot --scope records:write' +
        (config.database.url === undefined
          ? ' (stop this service first: the embedded database serves one process)'
          : ''),
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
