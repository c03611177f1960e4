import { freePort } from '@timezone-registry/test-servers/free-port'
import {
  type ProcessOptions,
  type ServiceProcess,
  startProcess,
} from '@timezone-registry/test-servers/service-process'

/** A process of the service at an address that stays the same when the process is replaced. */
export type Instance = {
  readonly name: string
  readonly address: string
  readonly process: ServiceProcess
  /** The log lines of every process so far, parsed. */
  readonly log: Record<string, unknown>[]
  /** The folder of the version that the next process runs; undefined for this one. */
  version: string | undefined
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

/** Starts a process of the service on its own port, unless `env` names one; resolves when it is serving. */
export async function startInstance(
  name: string,
  env: Record<string, string>,
  { within = [], version }: Pick<ProcessOptions, 'within' | 'version'> = {},
): Promise<Instance & AsyncDisposable> {
  const { HOST = '127.0.0.1', PORT = String(await freePort()) } = env
  const processes: ServiceProcess[] = []
  const state = {
    version,
    hasEnded: true,
    get log() {
      return processes.flatMap(({ log }) => log)
    },
  }
  const launch = () => {
    const settings = { ...LIMITER, ...SHORT_DRAIN, ...env, PORT, LOG_REQUESTS: 'errors' }
    const launched = startProcess(settings, { within, version: state.version })
    processes.push(launched)
    state.hasEnded = false
    void launched.ended().then(() => {
      state.hasEnded = true
    })
    return launched
  }
  const instance = Object.assign(state, {
    name,
    address: `http://${HOST}:${PORT}`,
    process: launch(),
    start: async () => {
      if (state.hasEnded) instance.process = launch()
      await instance.process.ready()
    },
    [Symbol.asyncDispose]: async () => {
      instance.process.kill('SIGCONT')
      await instance.process[Symbol.asyncDispose]()
    },
  })
  await using starting = new AsyncDisposableStack()
  starting.use(instance)
  await instance.process.ready()
  starting.move()
  return instance
}
