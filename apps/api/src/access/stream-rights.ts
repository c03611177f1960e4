import type { Response } from 'express'

/** Closes streams whose session has ended or whose key was revoked. */
export type StreamRights = ReturnType<typeof startStreamRights>

const CHECK_EVERY_MS = 15_000
const CHECKED_AT_ONCE = 100
// An outage of the database closes no stream before.
const MAX_UNCHECKED_MS = 60_000

type Stream = { isValid: () => Promise<boolean>; checkedAt: number }

/** Looks up the credentials of open streams again, which counts as a use, until it is disposed. */
export function startStreamRights() {
  const open = new Map<Response, Stream>()
  let isChecking = false

  async function check(): Promise<void> {
    if (isChecking) return
    isChecking = true
    const streams = [...open]
    while (streams.length > 0) await Promise.all(streams.splice(0, CHECKED_AT_ONCE).map(checkOne))
    isChecking = false
  }

  async function checkOne([res, stream]: [Response, Stream]): Promise<void> {
    const now = performance.now()
    const isValid = await stream.isValid().catch(() => undefined)
    if (isValid) stream.checkedAt = now
    else if (isValid === false || now - stream.checkedAt > MAX_UNCHECKED_MS) res.destroy()
  }

  const timer = setInterval(() => void check(), CHECK_EVERY_MS).unref()
  return {
    watch: (res: Response, isValid: () => Promise<boolean>) => {
      // The client may disconnect during the lookup, and a closed response does not emit `close` again.
      if (res.closed) return
      open.set(res, { isValid, checkedAt: performance.now() })
      res.once('close', () => open.delete(res))
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
