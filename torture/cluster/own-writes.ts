import { setTimeout as sleep } from 'node:timers/promises'

/** A client that writes in one region, and reads what the database has in the other. */
export type OwnWrites = {
  /** How many of its writes it has read back. */
  readonly seen: number
  /** Reads that did not show the client's own last write. */
  readonly stale: readonly string[]
  /** Resolves when its last request has ended. */
  stop(): Promise<void>
}

const TIMEOUT_MILLISECONDS = 8000
const PAUSE_MILLISECONDS = 50

/** Starts one. Its requests may fail; what is answered with 200 must be right. */
export function startOwnWrites({ writeTo, readFrom }: { writeTo: string; readFrom: string }): OwnWrites {
  const userId = `own-writes-${crypto.randomUUID()}`
  const stopped = new AbortController()
  const result = { seen: 0, stale: [] as string[] }
  const ask = (url: string, options: RequestInit) =>
    fetch(url, { ...options, signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) })

  async function writeAndRead(username: string): Promise<void> {
    const body = JSON.stringify({ user_id: userId, username, timezone: 'Europe/Berlin' })
    const headers = { 'content-type': 'application/json' }
    const written = await ask(`${writeTo}/v1/set`, { method: 'POST', headers, body })
    await written.text()
    if (!written.ok) return
    const fresh = { 'cache-control': 'max-age=0' }
    const read = await ask(`${readFrom}/v1/get?id=${userId}`, { headers: fresh })
    const answer = (await read.json()) as { user?: { username: string } }
    if (read.status === 503) return
    result.seen += 1
    if (answer.user?.username !== username)
      result.stale.push(
        `${readFrom} shows ${answer.user?.username} after ${username} was written at ${writeTo}`,
      )
  }
  async function run(): Promise<void> {
    for (let count = 1; !stopped.signal.aborted; count++) {
      await writeAndRead(`value ${count}`).catch(() => {})
      await sleep(PAUSE_MILLISECONDS)
    }
  }
  const running = run()
  return Object.assign(result, {
    stop: () => {
      stopped.abort()
      return running
    },
  })
}
