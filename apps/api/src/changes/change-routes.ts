import { CursorExpired, InvalidInput, Unavailable } from '../errors.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import { streamed } from '../http/stream.ts'
import type { Logger } from '../logger.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { ChangeStore } from './change-store.ts'
import { type Cursor, formatCursor, parseCursor } from './cursor.ts'

type ChangeRoutes = RouteHandlers<'listChanges' | 'followChanges'>

const DEFAULT_LIMIT = 100

/** The routes for those who mirror the records, or show them live. */
export function createChangeRoutes({
  store,
  feed,
  logger,
}: {
  store: ChangeStore
  feed: ChangeFeed
  logger: Logger
}): ChangeRoutes {
  return {
    listChanges: async ({ query, res }) => {
      res.set('Cache-Control', 'no-store')
      const since = toCursor(query.since)
      const limit = query.limit ?? DEFAULT_LIMIT
      // One more than asked for tells whether there is more.
      const found = await store.findAfter(since, limit + 1)
      if (found === undefined) throw expired()
      const page = found.slice(0, limit)
      const cursor = page.at(-1)?.cursor ?? since ?? START
      return {
        status: 200,
        body: {
          changes: page.map(({ change }) => change),
          cursor: formatCursor(cursor),
          more: found.length > limit,
        },
      }
    },
    followChanges: async ({ query, headers, req, res }) => {
      const stream = await feed.follow(toCursor(headers['last-event-id'] ?? query.since))
      if (stream === 'expired') throw expired()
      if (stream === 'full')
        throw new Unavailable('Too many are listening here. Try again, or ask /changes.', {
          retryAfterSeconds: 30,
        })
      if (req.method === 'HEAD') stream.push(null)
      // no-transform and X-Accel-Buffering: compression and proxies would hold events back.
      res.set({
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      })
      return { status: 200, body: streamed(stream, res, logger) }
    },
  }
}

const START: Cursor = { ord: 0, position: 0 }

function toCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined
  const cursor = parseCursor(text)
  if (cursor === undefined)
    throw new InvalidInput('This is not a cursor that an answer of this service gave.', {
      errors: [{ path: 'since', message: 'must be a cursor that an answer of this service gave' }],
    })
  return cursor
}

function expired(): Error {
  return new CursorExpired(
    'The changes after this cursor are no longer kept. Start again: read GET /list, and go on from its Changes-Cursor header.',
  )
}
