import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@timezone-registry/db'
import { findReplayed, type Replayed, type ReplayPlace } from './replica-queries.ts'

/** Follows the changes that a replica replays, from when it is open until this is disposed. */
export type ReplicaFollower = AsyncDisposable & {
  /** Reads immediately instead of at the next poll, because something was written. Never throws or waits. */
  wake(): void
}

type FollowerOptions = {
  /** Opens the replica; called again, after a pause, if it rejects. */
  open: () => Promise<Database>
  /** Called once, when the replica is open. */
  onOpen: (database: Database) => void
  onReplayed: (page: Replayed) => void
  /** The replica does not answer, or its history is not the one that it had before. */
  onFailure: (error: unknown) => void
}

const POLL_MILLISECONDS = 200
// The poll interval just after something was written.
const HURRY_MILLISECONDS = 20
const HURRY_FOR_MILLISECONDS = 300
const OPEN_AGAIN_MILLISECONDS = 1000
const LAST_POSITION = Number.MAX_SAFE_INTEGER

export function startReplicaFollower({ open, onOpen, ...on }: FollowerOptions): ReplicaFollower {
  const closed = new AbortController()
  const pauses = createPauses()

  async function run(): Promise<void> {
    const database = await openWhenPossible()
    if (database === undefined) return
    await using _closed = database
    onOpen(database)
    let before: Replayed | undefined
    while (!closed.signal.aborted) {
      before = await readNext(database, before)
      if (before?.next === undefined) await pauses.wait()
    }
  }
  /** After a failure, the same changes are read again. */
  async function readNext(database: Database, before: Replayed | undefined): Promise<Replayed | undefined> {
    try {
      const page = await findReplayed(database, placeAfter(before))
      if (before !== undefined && !continues(page, before))
        on.onFailure(new Error('It is not the copy that it was before'))
      on.onReplayed(page)
      return page
    } catch (error) {
      on.onFailure(error)
      return before && { ...before, next: undefined }
    }
  }
  async function openWhenPossible(): Promise<Database | undefined> {
    while (!closed.signal.aborted) {
      try {
        return await open()
      } catch (error) {
        on.onFailure(error)
        await sleepUnless(closed.signal, OPEN_AGAIN_MILLISECONDS)
      }
    }
    return undefined
  }

  const running = run()
  return {
    wake: pauses.hurry,
    [Symbol.asyncDispose]: async () => {
      closed.abort()
      pauses.end()
      await running
    },
  }
}

/** False for a server that has replayed less or has another history: it may serve older values than those evicted. */
function continues(page: Replayed, before: Replayed): boolean {
  return page.incarnation === before.incarnation && page.below >= before.below
}

/** Before the first page, nothing is cached, so earlier changes do not matter. */
function placeAfter(before: Replayed | undefined): ReplayPlace {
  if (before === undefined) return { ord: LAST_POSITION, position: 0 }
  return before.next ?? { ord: before.below - 1, position: LAST_POSITION }
}

function createPauses() {
  let hurryUntil = 0
  let isOver = false
  let current = new AbortController()
  const isHurrying = () => performance.now() < hurryUntil
  return {
    wait: async () => {
      if (isOver) return
      current = new AbortController()
      await sleepUnless(current.signal, isHurrying() ? HURRY_MILLISECONDS : POLL_MILLISECONDS)
    },
    end: () => {
      isOver = true
      current.abort()
    },
    hurry: () => {
      if (!isHurrying()) current.abort()
      hurryUntil = performance.now() + HURRY_FOR_MILLISECONDS
    },
  }
}

/** Ends early when the signal aborts. */
export async function sleepUnless(signal: AbortSignal, milliseconds: number): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {})
}
