import { spawn } from 'node:child_process'
import { type Config, ConfigError, EXIT_CODE_CONFIG, loadConfig } from '@timezone-registry/config'
import { namesInFiles, repairEnvironment } from '@timezone-registry/config/env-file'
import { configWarnings } from '@timezone-registry/config/warnings'
import { messageOf } from '@timezone-registry/db/database-error'
import type { Log, Logger } from '../logger.ts'

// npm and the terminal may both forward one Ctrl-C.
const SAME_SIGNAL_MILLISECONDS = 1000
// A fifth of the grace period: load balancers probe readiness and need time to notice.
const DRAIN_MILLISECONDS_PER_SECOND = 200
// For what is about to end. A migration may not be: when the process exits, the server rolls it back.
const START_END_MILLISECONDS = 1000

/** A request to stop, which may come at any time, even during startup. */
export type StopRequest = {
  /** Aborted at the first stop signal. */
  readonly aborted: AbortSignal
  /** At the first stop signal, resolves to how long to keep serving: not at all after Ctrl-C, which comes from a terminal. */
  readonly received: Promise<{ drainMilliseconds: number }>
}

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

/** Serves until a stop signal, and exits. Logs why it failed. */
export async function runProcess(
  { http }: Config,
  log: Log,
  serve: (stop: StopRequest) => Promise<void>,
): Promise<void> {
  const { logger, exit } = log
  const stop = handleStopSignals(http.shutdownGraceSeconds, log)
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
 * Handles stop signals from now on: in a container, a process without a handler ignores them. The first one starts the
 * grace period. When that is over, or at another signal more than a second later, the process exits with code 1.
 * (close-with-grace would exit at the second signal that npm sends for one Ctrl-C.)
 */
function handleStopSignals(graceSeconds: number, { logger, exit }: Log): StopRequest {
  const { promise: received, resolve } = Promise.withResolvers<{ drainMilliseconds: number }>()
  const abort = new AbortController()
  let firstAt: number | undefined

  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt !== undefined) {
      if (performance.now() - firstAt > SAME_SIGNAL_MILLISECONDS) endNow('Second signal: exiting now')
      return
    }
    firstAt = performance.now()
    setTimeout(() => endNow(`Not stopped within ${graceSeconds} s: exiting now`), graceSeconds * 1000).unref()
    logger.info({ signal }, 'Stopping: finishing requests in flight')
    resolve({ drainMilliseconds: signal === 'SIGTERM' ? graceSeconds * DRAIN_MILLISECONDS_PER_SECOND : 0 })
    abort.abort()
  }
  const endNow = (message: string) => {
    logger.error(message)
    void exit(1)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return { aborted: abort.signal, received }
}

/** Rejects with an `AbortError` if this has not settled a second after a signal. */
export function unlessStopped<T>(starting: Promise<T>, { aborted }: StopRequest): Promise<T> {
  const stopped = new Promise<never>((_resolve, reject) => {
    const onAbort = () => setTimeout(() => reject(aborted.reason), START_END_MILLISECONDS).unref()
    aborted.addEventListener('abort', onAbort)
  })
  return Promise.race([starting, stopped])
}

/**
 * Logs the configuration's warnings and, last, the service's address and what it runs on. Reports to the service manager
 * that it is ready.
 */
export function announce(
  { port, description }: { port: number; description: string },
  config: Config,
  logger: Logger,
): void {
  const { env, execArgv } = process
  for (const warning of configWarnings(config, env, { ownNames: namesInFiles(execArgv) }))
    logger.warn(warning)
  const providers = [config.login.discord && 'Discord', config.login.oidc?.issuer].filter(Boolean)
  if (providers.length > 0) logger.info(`People sign in through ${providers.join(' or ')}`)
  const { host, publicUrl } = config.http
  const address = publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  logger.info(`Timezone Registry is ready at ${address} ${description}`)
  if (env.NOTIFY_SOCKET) notifyServiceManager(env, (err) => logger.warn({ err }, 'Could not notify systemd'))
}

/**
 * Reports to systemd, for a unit with `Type=notify`, that the service is ready and, later, that it stops. With
 * `WatchdogSec`, it reports twice per interval that the event loop is running, even while the database is down, because a
 * restart would not help. (`sd-notify` from npm compiles C++, and Node has no Unix datagram sockets.)
 */
function notifyServiceManager(env: NodeJS.ProcessEnv, onError: (error: Error) => void): void {
  const send = (message: string) =>
    void spawn('systemd-notify', [message], { stdio: 'ignore' }).once('error', onError).unref()
  send('--ready')
  const watchdogMilliseconds = Number(env.WATCHDOG_USEC ?? 0) / 1000
  if (watchdogMilliseconds > 0) setInterval(() => send('WATCHDOG=1'), watchdogMilliseconds / 2).unref()
  process.once('SIGTERM', () => send('STOPPING=1'))
}
