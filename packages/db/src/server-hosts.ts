import { setTimeout as sleep } from 'node:timers/promises'
import { databaseErrorKind, rootCause } from './database-error.ts'
import { findServer, listHosts, probe, type ServerHost, type ServerRole } from './find-server.ts'

/** Which of a URL's servers to connect to. If there are several, the one in use is watched until this is disposed. */
export type ServerHosts = Disposable & {
  readonly all: readonly ServerHost[]
  /**
   * Resolves to the server that was last found in the wanted role. While a search is under way, waits for it, and
   * rejects within a second if no server has the role.
   */
  find(): Promise<ServerHost>
  /** Looks again if this error may mean that the server has failed, or has lost its role. Never throws or waits. */
  doubt(error: unknown): void
  /** `listener` is called when a different server is to be used. */
  onMoved(listener: (from: ServerHost) => void): void
}

const WATCH_MILLISECONDS = 500
const SEARCH_AGAIN_MILLISECONDS = 200
// How often to look for a preferred server while another one is used.
const RETURN_MILLISECONDS = 10_000

export function createServerHosts(url: string, role: ServerRole): ServerHosts {
  const all = listHosts(url)
  const listeners: ((from: ServerHost) => void)[] = []
  let current = all.length === 1 ? all[0] : undefined
  let search: Promise<ServerHost> | undefined
  let searchedAt = 0

  async function look(): Promise<ServerHost> {
    searchedAt = performance.now()
    const [before, found] = [current, await findServer(all, role)]
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
    const isDue = performance.now() - searchedAt > RETURN_MILLISECONDS
    if (role === 'any' && current !== all[0] && isDue) return false
    // Where any may be used, a standby that returns is preferred to the primary.
    return (await probe(current).catch(() => undefined)) === (role === 'any')
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
