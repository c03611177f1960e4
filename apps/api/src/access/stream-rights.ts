import type { Response } from 'express'
import type { Logger } from '../logger.ts'
import type { Identity } from './identity.ts'
import type { CredentialId, StreamRightsStore } from './stream-rights-store.ts'

/** Closes streams whose session has ended or whose key was revoked. */
export type StreamRights = ReturnType<typeof startStreamRights>

const CHECK_EVERY_MS = 15_000
// A database outage closes no stream before.
const MAX_UNCHECKED_MS = 60_000

type Options = { store: StreamRightsStore; logger: Pick<Logger, 'warn'> }

/** Checks all streams of this process in one query, which counts against no limit, until it is disposed. */
export function startStreamRights({ store, logger }: Options) {
  const open = new Map<Pick<Response, 'destroy'>, { id: CredentialId; checkedAt: number }>()

  async function check(): Promise<void> {
    const now = performance.now()
    const ids = new Set([...open.values()].map(({ id }) => id))
    const valid = ids.size === 0 ? ids : await store.findValid([...ids]).catch(() => undefined)
    for (const [res, stream] of open)
      if (valid?.has(stream.id)) stream.checkedAt = now
      else if (now - stream.checkedAt > (valid && ids.has(stream.id) ? 0 : MAX_UNCHECKED_MS)) res.destroy()
    // An open stream is a use. A full disk refuses writes and not reads, so it closes none.
    if (valid !== undefined && valid.size > 0)
      await store
        .markUsed([...valid])
        .catch((err: unknown) => logger.warn({ err }, 'Could not record the use of open streams'))
  }

  const timer = setInterval(() => void check(), CHECK_EVERY_MS).unref()
  return {
    watch: (res: Pick<Response, 'once' | 'destroy' | 'closed'>, identity: Identity) => {
      // The client may disconnect during the lookup, and a closed response does not emit `close` again.
      if ((identity.kind !== 'key' && identity.kind !== 'session') || res.closed) return
      const id = identity.kind === 'key' ? identity.key.id : identity.session.idHash
      open.set(res, { id, checkedAt: performance.now() })
      res.once('close', () => open.delete(res))
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
