import { spawn } from 'node:child_process'
import { type Config, ConfigError, EXIT_CODE_CONFIG, loadConfig } from '@timezone-registry/config'
import { namesInFiles, repairEnvironment } from '@timezone-registry/config/env-file'
import { configWarnings } from '@timezone-registry/config/warnings'
import { messageOf } from '@timezone-registry/db/database-error'
import type { Log, Logger } from '../logger.ts'
import { type Grace, handleStopSignals, type StopRequest } from './stop-signals.ts'

/** Loads the configuration of an environment. If it is invalid, prints every problem and exits with code 78. */
export function loadConfigOrExit(env: NodeJS.ProcessEnv): Config {
  try {
    repairEnvironment(env, process.execArgv)
    return loadConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(EXIT_CODE_CONFIG)
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** Serves until a stop signal, and exits. Logs why it failed. */
export async function runProcess(
  grace: Grace,
  log: Log,
  serve: (stop: StopRequest) => Promise<void>,
): Promise<void> {
  const { logger, exit } = log
  const stop = handleStopSignals(grace, log)
  const fail = (error: unknown, what: string) => {
    logger.fatal({ err: error }, `${what}: ${messageOf(error)}`)
    return exit(1)
  }
  process.on('uncaughtException', (error) => fail(error, 'Unhandled exception'))
  try {
    await serve(stop)
  } catch (error) {
    const isStopped = stop.aborted.aborted && error instanceof Error && error.name === 'AbortError'
    if (!isStopped) await fail(error, stop.aborted.aborted ? 'Could not stop cleanly' : 'Could not start')
  }
  logger.info('Stopped')
  // A migration may still be running, or a frozen server not answering.
  await exit(0)
}

/**
 * Logs the configuration's warnings and, last, the service's address and what it runs on. Reports to the service manager
 * that it is ready.
 */
export function announce(
  { port, description }: { port: number; description: string },
  { config, env, logger }: { config: Config; env: Environment; logger: Logger },
): void {
  const ownNames = namesInFiles(process.execArgv)
  for (const warning of configWarnings(config, env, { ownNames })) logger.warn(warning)
  const providers = [config.login.discord && 'Discord', config.login.oidc?.issuer].filter(Boolean)
  if (providers.length > 0) logger.info(`People sign in through ${providers.join(' or ')}`)
  const { host, publicUrl } = config.http
  const address = publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  logger.info(`Timezone Registry is ready at ${address} ${description}`)
  notifyServiceManager(env, (err) => logger.warn({ err }, 'Could not notify systemd'))
}

const PROGRAM = 'systemd-notify'

/**
 * Reports to systemd, for a unit with `Type=notify`, that the service is ready and, later, that it stops. With
 * `WatchdogSec`, it reports twice per interval that the event loop is running, even while the database is down, because a
 * restart would not help. (`sd-notify` from npm compiles C++, and Node has no Unix datagram sockets.)
 */
function notifyServiceManager(env: Environment, onError: (error: Error) => void): void {
  if (!env.NOTIFY_SOCKET) return
  const send = (message: string) =>
    void spawn(PROGRAM, [message], { stdio: 'ignore' }).once('error', onError).unref()
  send('--ready')
  const watchdogMilliseconds = Number(env.WATCHDOG_USEC ?? 0) / 1000
  if (watchdogMilliseconds > 0) setInterval(() => send('WATCHDOG=1'), watchdogMilliseconds / 2).unref()
  process.once('SIGTERM', () => send('STOPPING=1'))
}
