import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@timezone-registry/db'
import { databaseErrorKind } from '@timezone-registry/db/database-error'
import type { Logger } from '../logger.ts'
import { createTailQueries, isSameServer, type TailPage, type TailQueries } from './tail-queries.ts'

/** How soon a listener needs the next page; `rest`: it holds nothing that a change could make wrong. */
type Need = 'rest' | 'steady' | 'quick'

export type TailListener = {
  /** Changes that were made since the last page; those that are not settled come again. */
  onPage(page: TailPage): void
  /** Changes may have been missed: everything read so far may be old, and so may what is being read. */
  onReset(): void
  need(): Need
}

/** Follows the change feed: how a process learns of every change, whoever made it. */
export type Tail = {
  listen(listener: TailListener): void
  /** For how many milliseconds changes may have gone unnoticed; infinite before the first page. */
  age(): number
  /** Reads the next page soon: something needs it, or was written. */
  wake(): void
  /** Something else than this service may have written to its embedded database, which is not polled. */
  reset(): void
}

/** Beyond this age, a reader asks the database. */
export const CURRENT_MILLISECONDS = 1000
const POLL_MILLISECONDS = { steady: 200, quick: 20 }
// A server on which a page takes long, such as one with many dead rows behind an open transaction, is not asked more often.
const PAUSES_PER_PAGE = 4
// Most of what an outage costs is the wait for its first answer: after a statement's time limit, the pause stays short.
const MAX_PAUSE_MILLISECONDS = 1000
// With as many changes in a page, the next one is read sooner, so that pages stay small.
const MANY_CHANGES = 200

/** Starts to follow; `onFailure` gets the errors of pages that could not be read. */
export function startTail(
  database: Database,
  logger: Logger,
  onFailure: (error: unknown) => void,
): Tail & AsyncDisposable {
  const { isServer } = database
  const connection = database.openConnection()
  const listeners: TailListener[] = []
  const pauses = createPauses()
  const queries = createTailQueries({ ...database, drizzle: connection.drizzle })
  const reader = createPageReader(database, queries, listeners)
  let isBroken = false

  async function run(): Promise<void> {
    while (!pauses.areOver) {
      const need = mostUrgent(listeners)
      // Whoever writes to an embedded database invalidates what was changed.
      if (need === 'rest' || (need === 'steady' && !isServer)) {
        reader.forget()
        await pauses.untilWoken()
        continue
      }
      const askedAt = performance.now()
      const outcome = await reader.read().catch((error: unknown) => {
        onFailure(error)
        // Outages have their own lines.
        if (databaseErrorKind(error) === 'bug' && !isBroken) logger.error({ err: error }, BROKEN)
        isBroken = databaseErrorKind(error) === 'bug'
        return 'failed' as const
      })
      const isSoon = outcome === 'more' || (outcome === 'end' && need === 'quick')
      await pauses.wait(pauseAfter(performance.now() - askedAt, isSoon))
      if (outcome === 'end' && !isServer) await pauses.untilWoken()
    }
  }

  const running = run()
  return {
    listen: (listener) => {
      listeners.push(listener)
      pauses.wake()
    },
    age: () => (isServer ? performance.now() - reader.freshAt : 0),
    wake: pauses.wake,
    reset: reader.announceReset,
    [Symbol.asyncDispose]: async () => {
      pauses.end()
      await running
      await connection[Symbol.asyncDispose]()
    },
  }
}

function pauseAfter(pageMilliseconds: number, isSoon: boolean): number {
  const pause = Math.min(pageMilliseconds * PAUSES_PER_PAGE, MAX_PAUSE_MILLISECONDS)
  return Math.max(POLL_MILLISECONDS[isSoon ? 'quick' : 'steady'], pause)
}

/** Reads one page after the other, and begins again at the end wherever changes may have been missed. */
function createPageReader(database: Database, queries: TailQueries, listeners: readonly TailListener[]) {
  let last: TailPage | undefined
  let freshAt = Number.NEGATIVE_INFINITY

  function reset(): void {
    last = undefined
    freshAt = Number.NEGATIVE_INFINITY
    announceReset()
  }

  function announceReset(): void {
    for (const listener of listeners) listener.onReset()
  }

  return {
    announceReset,
    /** When the latest page was asked for. */
    get freshAt() {
      return freshAt
    },
    forget: () => {
      if (last !== undefined) reset()
    },
    read: async (): Promise<'end' | 'more'> => {
      last ??= await queries.findEnd()
      const askedAt = performance.now()
      const page = await queries.findAfter(last.end)
      if (!page.isSettled) await queries.settle()
      if (!page.isSettled || !continues(page, last, database)) {
        if (last.server !== page.server && !database.isPooled) database.closeOthers(page.server)
        reset()
        return 'more'
      }
      // What was made before the first page is in no page, and what is cut is in none either.
      if (freshAt === Number.NEGATIVE_INFINITY || page.cut !== undefined) reset()
      last = page
      if (page.cut === undefined) freshAt = askedAt
      for (const listener of listeners) listener.onPage(page)
      return page.settled.length < MANY_CHANGES ? 'end' : 'more'
    },
  }
}

const BROKEN = 'Could not read the change feed: every read asks the database, and streams wait'

/** False if the page does not tell everything that has changed since the one before. */
function continues(page: TailPage, before: TailPage, { isPooled }: Database): boolean {
  // A server that crashed may use a transaction's number again, and a new connection is all that shows the crash.
  const isSameConnection = isPooled || page.connection === before.connection
  const isWhole = page.below >= before.below && page.cut !== 'settled'
  return isSameServer(page, before) && isSameConnection && isWhole
}

function mostUrgent(listeners: readonly TailListener[]): Need {
  const needs = listeners.map((listener) => listener.need())
  if (needs.includes('quick')) return 'quick'
  return needs.includes('steady') ? 'steady' : 'rest'
}

function createPauses() {
  const closed = new AbortController()
  let woken = Promise.withResolvers<void>()
  return {
    get areOver() {
      return closed.signal.aborted
    },
    wait: (milliseconds: number) =>
      sleep(milliseconds, undefined, { ref: false, signal: closed.signal }).catch(() => {}),
    /** Returns at once if `wake` was called since the last time. */
    untilWoken: async () => {
      await woken.promise
      if (!closed.signal.aborted) woken = Promise.withResolvers()
    },
    wake: () => woken.resolve(),
    end: () => {
      closed.abort()
      woken.resolve()
    },
  }
}
