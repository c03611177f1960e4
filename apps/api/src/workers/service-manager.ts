import { spawn } from 'node:child_process'

/** Reports this process's state to systemd, for a unit with `Type=notify`. */
export type ServiceManager = {
  ready(): void
  stopping(): void
} & Disposable

const PROGRAM = 'systemd-notify'
const MICROSECONDS = 1000

/**
 * Does nothing unless systemd waits for messages. With `WatchdogSec`, it reports twice per interval that the event loop
 * is running, even while the database is down, because a restart would not help. (The npm package `sd-notify` compiles
 * C++ when it is installed, and Node itself has no Unix datagram sockets.)
 */
export function createServiceManager({
  env,
  onError,
}: {
  env: Readonly<Record<string, string | undefined>>
  onError: (error: Error) => void
}): ServiceManager {
  const isExpected = Boolean(env.NOTIFY_SOCKET)
  const watchdogMilliseconds = Number(env.WATCHDOG_USEC ?? 0) / MICROSECONDS
  let watchdog: NodeJS.Timeout | undefined

  function send(message: string): void {
    if (isExpected) spawn(PROGRAM, [message], { stdio: 'ignore' }).once('error', onError).unref()
  }

  return {
    ready: () => {
      send('--ready')
      if (isExpected && watchdogMilliseconds > 0)
        watchdog = setInterval(() => send('WATCHDOG=1'), watchdogMilliseconds / 2).unref()
    },
    stopping: () => send('STOPPING=1'),
    [Symbol.dispose]: () => clearInterval(watchdog),
  }
}
