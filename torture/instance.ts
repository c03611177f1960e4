import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@timezone-registry/test-servers/free-port'
import { type ServiceProcess, startProcess } from '@timezone-registry/test-servers/service-process'

/** A process of the service at an address that stays the same when the process is replaced. */
export type Instance = {
  readonly name: string
  readonly address: string
  readonly process: ServiceProcess
  /** Starts a new process if the last one has exited; resolves when it is serving. */
  start(): Promise<void>
}

// Every request is counted, but nobody reaches a limit.
const LIMITER = {
  TRUST_PROXY: '1',
  RATE_LIMIT_WRITES_PER_MINUTE: '10000000',
  RATE_LIMIT_READS_PER_MINUTE: '10000000',
}

// The drain takes a fifth of this. Shorter than the timeout of a database statement.
const SHORT_DRAIN = { SHUTDOWN_GRACE_SECONDS: '3' }

// Startup is mostly compilation, and faults start many processes.
const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(tmpdir(), 'timezone-registry-compile-cache') }

/** Starts a process of the service on its own port; resolves when it is serving. */
export async function startInstance(
  name: string,
  env: Record<string, string>,
): Promise<Instance & AsyncDisposable> {
  const PORT = String(await freePort())
  let hasEnded = true
  const launch = () => {
    const launched = startProcess({
      ...LIMITER,
      ...SHORT_DRAIN,
      ...COMPILE_CACHE,
      ...env,
      PORT,
      LOG_REQUESTS: 'errors',
    })
    hasEnded = false
    void launched.ended().then(() => {
      hasEnded = true
    })
    return launched
  }
  const instance = {
    name,
    address: `http://127.0.0.1:${PORT}`,
    process: launch(),
    start: async () => {
      if (hasEnded) instance.process = launch()
      await instance.process.ready()
    },
    [Symbol.asyncDispose]: async () => {
      instance.process.kill('SIGCONT')
      await instance.process[Symbol.asyncDispose]()
    },
  }
  await using starting = new AsyncDisposableStack()
  starting.use(instance)
  await instance.process.ready()
  starting.move()
  return instance
}
