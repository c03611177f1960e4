import { Readable } from 'node:stream'
import { CursorExpired } from '../errors.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import { streamed } from '../http/response.ts'
import type { Logger } from '../logger.ts'
import type { ChangeStore } from './change-store.ts'
import { type Cursor, formatCursor, parseCursor } from './cursor.ts'
import type { EventStreams } from './event-streams.ts'

const DEFAULT_LIMIT = 100

/** The routes for clients that mirror the records or show them live. */
export function createChangeRoutes({
  store,
  feed,
  logger,
}: {
  store: ChangeStore
  feed: EventStreams
  logger: Logger
}): RouteHandlers<'listChanges' | 'followChanges'> {
  return {
    listChanges: async ({ query }) => {
      const page = await store.findAfter(toCursor(query.since), query.limit ?? DEFAULT_LIMIT)
      if (page === undefined) throw new CursorExpired()
      const { changes, cursor, more } = page
      return {
        status: 200,
        body: { changes: changes.map(({ change }) => change), cursor: formatCursor(cursor), more },
      }
    },
    followChanges: async ({ query, headers, req, res }) => {
      const cursor = toCursor(headers['last-event-id'] ?? query.since)
      const stream = await feed.follow(cursor, req.call.network.id)
      // In both cases nobody reads the stream, and a closed response does not emit `close` again.
      if (req.method === 'HEAD' || res.closed) stream.destroy()
      // Otherwise proxies buffer events.
      res.set({
        'Content-Type': 'text/event-stream; charset=utf-8',
        'X-Accel-Buffering': 'no',
      })
      return { status: 200, body: streamed(stream.destroyed ? Readable.from([]) : stream, res, logger) }
    },
  }
}

function toCursor(text: string | undefined): Cursor | undefined {
  return text === undefined ? undefined : parseCursor(text)
}
