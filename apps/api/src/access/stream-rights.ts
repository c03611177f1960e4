import { databaseErrorKind } from '@timezone-registry/db/database-error'
import type { Response } from 'express'
import type { Logger } from '../logger.ts'
import type { Identity } from './identity.ts'
import type { CredentialId, StreamRightsStore } from './stream-rights-store.ts'

/** Closes streams whose session has ended or whose key was revoked. */
export type StreamRights = ReturnType<typeof startStreamRights>

const RECHECK_MS = 500
// A database outage closes no stream before. No new request gets through meanwhile either.
const MAX_UNCHECKED_MS = 10_000
const MARK_USED_EVERY_MS = 60_000

/** Checks the streams of this process twice a second, in one query, until it is disposed. */
export function startStreamRights({
  store,
  idleSeconds,
  logger,
}: {
  store: StreamRightsStore
  /** How long a session may be idle; an open stream is a use. */
  idleSeconds: number
  logger: Pick<Logger, 'error' | 'warn'>
}) {
  const open = new Set<{ id: CredentialId; checkedAt: number; close(): void }>()
  const markEveryMs = Math.min(MARK_USED_EVERY_MS, idleSeconds * 250)
  let isChecking = false
  let markedAt = performance.now()

  async function check(): Promise<void> {
    const now = performance.now()
    for (const stream of open) if (now - stream.checkedAt > MAX_UNCHECKED_MS) stream.close()
    if (isChecking || open.size === 0) return
    isChecking = true
    const streams = [...open]
    try {
      const valid = await store.findValid([...new Set(streams.map(({ id }) => id))])
      for (const stream of streams)
        if (valid.has(stream.id)) stream.checkedAt = now
        else stream.close()
      if (now - markedAt > markEveryMs) {
        markedAt = now
        // Not a reason to close them: a full disk refuses writes and not reads.
        await store
          .markUsed([...valid])
          .catch((err: unknown) => logger.warn({ err }, 'Could not record the use of open streams'))
      }
    } catch (error) {
      const kind = databaseErrorKind(error)
      if (kind === 'unavailable' || kind === 'conflict') return
      logger.error({ err: error }, 'Closed all streams: their rights could not be checked')
      for (const stream of streams) stream.close()
    } finally {
      isChecking = false
    }
  }

  const timer = setInterval(() => void check(), RECHECK_MS).unref()
  return {
    watch: (res: Pick<Response, 'once' | 'destroy' | 'closed'>, identity: Identity) => {
      // The client may disconnect during the lookup, and a closed response does not emit `close` again.
      if ((identity.kind !== 'key' && identity.kind !== 'session') || res.closed) return
      const id = identity.kind === 'key' ? identity.key.id : identity.session.idHash
      const stream = { id, checkedAt: performance.now(), close: () => void res.destroy() }
      open.add(stream)
      res.once('close', () => open.delete(stream))
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
