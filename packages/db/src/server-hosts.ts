import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseErrorKind, rootCause } from './database-error.ts'

/** A server of a URL, as the driver reads it. */
export type ServerHost = { url: string; host: string; port: number }

/** Which of a URL's servers to connect to. If there are several, the one in use is watched until this is disposed. */
export type ServerHosts = Disposable & {
  readonly all: readonly ServerHost[]
  /**
   * Resolves to the server that was last found to be the primary. While a search is under way, waits for it, and
   * rejects within a second if none is.
   */
  find(): Promise<ServerHost>
  /** Looks again if this error may mean that the server has failed, or is a standby now. Never throws or waits. */
  doubt(error: unknown): void
  /** `listener` is called when a different server is to be used. */
  onMoved(listener: (from: ServerHost) => void): void
}

const PROBE_MILLISECONDS = 800
const URL_PARTS = /^(?<scheme>[^:]+:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#]*)(?<rest>.*)$/

const WATCH_MILLISECONDS = 500
const SEARCH_AGAIN_MILLISECONDS = 200

export function createServerHosts(url: string): ServerHosts {
  const all = listHosts(url)
  const listeners: ((from: ServerHost) => void)[] = []
  let current = all.length === 1 ? all[0] : undefined
  let search: Promise<ServerHost> | undefined

  async function look(): Promise<ServerHost> {
    const [before, found] = [current, await findServer(all)]
    current = found
    if (before !== undefined && before !== found) for (const listener of listeners) listener(before)
    return found
  }
  const lookAgain = () => {
    search ??= look().finally(() => {
      search = undefined
    })
    return search
  }
  const isInUse = async () => {
    if (current === undefined) return false
    return (await probe(current).catch(() => undefined)) === false
  }
  const watch = all.length > 1 ? startWatch(async () => (await isInUse()) || lookAgain()) : undefined

  return {
    all,
    find: async () => search ?? current ?? lookAgain(),
    doubt: (error) => {
      if (all.length > 1 && isDoubtful(error)) lookAgain().catch(() => {})
    },
    onMoved: (listener) => void listeners.push(listener),
    [Symbol.dispose]: () => watch?.[Symbol.dispose](),
  }
}

/** Runs `check` every half second, and sooner while it fails: it notices a frozen server before a statement times out. */
function startWatch(check: () => Promise<unknown>): Disposable {
  const closed = new AbortController()
  async function watch(): Promise<void> {
    while (!closed.signal.aborted) {
      const pause = await check().then(
        () => WATCH_MILLISECONDS,
        () => SEARCH_AGAIN_MILLISECONDS,
      )
      await sleep(pause, undefined, { signal: closed.signal, ref: false }).catch(() => {})
    }
  }
  void watch()
  return { [Symbol.dispose]: () => closed.abort() }
}

// A statement that the server cancelled, or refused for its own load, says nothing about its role.
const DOUBTFUL_SQLSTATE = /^(?:08...|25006|57P0.)$/

function isDoubtful(error: unknown): boolean {
  const cause = rootCause(error)
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const isSqlState = /^[0-9A-Z]{5}$/.test(code)
  return isSqlState ? DOUBTFUL_SQLSTATE.test(code) : databaseErrorKind(cause) === 'unavailable'
}

/** Thrown for a server that answers, but is not the one to use. PostgreSQL's code for a write on a standby. */
class StandbyError extends Error {
  override readonly name = 'StandbyError'
  readonly code = '25006'
}

/** The servers of `postgres://user@a:1,b:2/database`. */
export function listHosts(url: string): ServerHost[] {
  const { scheme = '', hosts = '', rest = '' } = URL_PARTS.exec(url)?.groups ?? {}
  const urls = hosts.includes(',') ? hosts.split(',').map((host) => `${scheme}${host}${rest}`) : [url]
  return urls.map((url) => {
    // As the driver reads it, because the URL may name a socket.
    const { host, port } = new pg.Client({ connectionString: url })
    return { url, host, port }
  })
}

/** Rejects with `StandbyError` if this connection's server is a standby. */
export async function assertPrimary(client: pg.ClientBase & { host?: string; port?: number }): Promise<void> {
  if (!(await isStandby(client))) return
  throw new StandbyError(`${client.host}:${client.port} is a standby, which refuses writes`)
}

/** Resolves to the primary; rejects if none that answers is one. */
async function findServer(hosts: readonly ServerHost[]): Promise<ServerHost> {
  const probes = hosts.map(async (host) => ({ host, isStandby: await probe(host) }))
  const primaries = probes.map(async (probed) => {
    const { host, isStandby } = await probed
    if (isStandby) throw new StandbyError(`${host.host}:${host.port} is a standby`)
    return host
  })
  try {
    return await Promise.any(primaries)
  } catch (error) {
    const names = hosts.map(({ host, port }) => `${host}:${port}`)
    throw new StandbyError(`None of ${names.join(', ')} is a primary that answers`, { cause: error })
  }
}

/** Resolves to whether a server is a standby; rejects if it does not answer in time. */
async function probe({ url }: ServerHost): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'timezone-registry',
    connectionTimeoutMillis: PROBE_MILLISECONDS,
    query_timeout: PROBE_MILLISECONDS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await isStandby(client)
  } finally {
    client.end().catch(() => {})
  }
}

async function isStandby(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query('select pg_is_in_recovery() as is_standby')
  return rows[0]?.is_standby === true
}
