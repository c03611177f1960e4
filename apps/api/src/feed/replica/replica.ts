import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@timezone-registry/db'
import { TimeoutStrategy, timeout } from 'cockatiel'
import { LRUCache } from 'lru-cache'
import type { Logger } from '../../logger.ts'
import { CURRENT_MILLISECONDS, startTail, type Tail, type TailListener } from '../tail.ts'
import { createLagMeter, type LagMeter } from './lag-meter.ts'
import { createReplicaUse, type ReplicaUse } from './replica-use.ts'

/** A copy of the database for reads, which may be behind. */
export type Replica = AsyncDisposable & {
  /** Follows the server that reads use now; a switch between replica and primary is a reset. */
  readonly tail: Tail
  /**
   * Chooses where each read goes: to the replica while it is used, otherwise to the primary. A read that the replica
   * does not answer in time is repeated on the primary. `create` makes the replica's reader.
   */
  route<Reader>(primary: Reader, create: (database: Database) => Reader): Route<Reader>
  /** This process has written the records of these users, or tried to. */
  noteWritten(userIds: readonly string[]): void
  /** Whether this process wrote the user's record so recently that it must be read from the primary. */
  isRecent(userId: string): boolean
  /** Whether the user's record is read from the server that the tail follows. */
  isCacheable(userId: string): boolean
  /**
   * Where a reader who knows of this write must read to see it: anywhere once the replica has replayed the write; until
   * then on the primary. Never waits: the position may be forged.
   */
  sourceFor(written: WritePosition): ReadSource
  state(): ReplicaState
}

/** The position of a write in the order of changes. */
export type WritePosition = {
  /** The number of the transaction that wrote last. */
  position: number
  /** When the write was acknowledged, in seconds since 1970. */
  seconds: number
}

/** Where to read: from the primary only, or wherever the replica's state allows. */
export type ReadSource = 'primary' | 'either'

export type Route<Reader> = <Result>(
  read: (reader: Reader) => Promise<Result>,
  timeoutMilliseconds?: number,
) => Promise<Result>

/**
 * How far the replica is behind the primary, and whether it is read. While the primary does not answer, the lag is at
 * least the time since it last did.
 */
type ReplicaState = { lagSeconds: number; isUsed: boolean }

type ReplicaOptions = {
  /** Opens the replica; called again, after a pause, if it rejects. */
  open: () => Promise<Database>
  /** Follows the primary. */
  primaryTail: Tail
  maxLagSeconds: number
  logger: Logger
}

const OPEN_AGAIN_MILLISECONDS = 1000
// A position contains the time of the write, by the clock of the instance that wrote.
const CLOCK_TOLERANCE_SECONDS = 2
// With synchronous replication, a standby replays a commit before the primary shows it, so it is briefly ahead.
const MAX_AHEAD_MILLISECONDS = 5000

/** Uses the replica whenever it answers and is close enough behind the primary. Returns before it is open. */
export function startReplica({ open, primaryTail, maxLagSeconds, logger }: ReplicaOptions): Replica {
  const meter = createLagMeter()
  const written = createOwnWrites(maxLagSeconds)
  const createReaders: ((database: Database) => void)[] = []
  const use = createReplicaUse({
    meter,
    maxLagSeconds,
    onUsed: (isUsed, reason) => {
      tail.update()
      if (isUsed) logger.info('Reading from the replica')
      else logger.warn({ reason }, 'Reading from the primary, not from the replica')
    },
  })
  let replicaTail: (Tail & AsyncDisposable) | undefined
  // While neither answers, what is cached of the replica is kept.
  const isFollowed = () => use.isUsed || primaryTail.age() > CURRENT_MILLISECONDS
  const tail = createSwitchedTail(() => (isFollowed() && replicaTail) || primaryTail)
  tail.forward(primaryTail, createPrimaryWatch(meter, use.reportFailure))
  const opening = openWhenPossible(open, use.reportFailure, (database) => {
    createReaders.forEach((create) => void create(database))
    replicaTail = startTail({ database, logger, onFailure: use.reportFailure })
    tail.forward(replicaTail, ({ reached }) => {
      meter.replayed(reached)
      use.responded()
    })
  })

  return {
    tail,
    route: <Reader>(primaryReader: Reader, create: (database: Database) => Reader) =>
      createRoute({ use, primaryReader, create, onOpen: (call) => void createReaders.push(call) }),
    noteWritten: written.note,
    isRecent: (userId) => use.isUsed && written.isRecent(userId),
    isCacheable: (userId) =>
      tail.follows(primaryTail) ? !use.isUsed : use.isUsed && !written.isRecent(userId),
    sourceFor: (write) => {
      if (!use.isUsed || isFromSilence(write, meter)) return 'primary'
      return write.position < (replicaTail?.below ?? 0) ? 'either' : 'primary'
    },
    state: () => ({ lagSeconds: meter.worstSeconds(), isUsed: use.isUsed }),
    [Symbol.asyncDispose]: async () => {
      use[Symbol.dispose]()
      const database = await opening.end()
      await replicaTail?.[Symbol.asyncDispose]()
      await database?.[Symbol.asyncDispose]()
    },
  }
}

/** True if it was perhaps written on another primary, whose transaction numbers mean something else here. */
function isFromSilence({ seconds }: WritePosition, { silentSeconds }: LagMeter): boolean {
  return silentSeconds > 0 && Date.now() / 1000 - seconds - CLOCK_TOLERANCE_SECONDS < silentSeconds
}

/** Follows the server that `wanted` names, and announces a switch to another one as a reset. */
function createSwitchedTail(wanted: () => Tail) {
  const listeners: TailListener[] = []
  let current = wanted()
  const update = () => {
    if (current === wanted()) return
    current = wanted()
    for (const listener of listeners) listener.onReset()
  }
  return {
    listen: (listener: TailListener) => void listeners.push(listener),
    age: () => current.age(),
    get below() {
      return current.below
    },
    wake: () => current.wake(),
    update,
    follows: (tail: Tail) => current === tail,
    /** Passes a server's changes on while it is the current one. */
    forward: (tail: Tail, onPage: TailListener['onPage']) => {
      const whileCurrent = (pass: (listener: TailListener) => void) => {
        update()
        if (current === tail) listeners.forEach(pass)
      }
      tail.listen({
        onPage: (page, askedAt) => {
          onPage(page, askedAt)
          whileCurrent((listener) => void listener.onPage(page, askedAt))
        },
        onReset: () => whileCurrent((listener) => void listener.onReset()),
        // Without readers as well, because both are compared.
        need: () =>
          current === tail && listeners.map((listener) => listener.need()).some((need) => need !== 'rest')
            ? 'quick'
            : 'steady',
      })
    },
  }
}

/** Measures the primary's progress; reports if the replica was further ahead five seconds ago than the primary is now. */
function createPrimaryWatch(meter: LagMeter, report: (error: Error) => void): TailListener['onPage'] {
  const notes: { reached: number; at: number }[] = []
  return ({ reached }, at) => {
    meter.note(reached, at)
    notes.push({ reached: meter.replicaReached, at })
    let oldest: number | undefined
    while (notes[0] !== undefined && notes[0].at < at - MAX_AHEAD_MILLISECONDS)
      oldest = notes.shift()?.reached
    if (oldest !== undefined && oldest > reached)
      report(new Error('It has transactions that the primary lacks, so it is not a copy of it'))
  }
}

/** Opens the replica, if need be again and again until `end`, which resolves to what was opened. */
function openWhenPossible(
  open: () => Promise<Database>,
  onFailure: (error: unknown) => void,
  onOpen: (database: Database) => void,
): { end(): Promise<Database | undefined> } {
  const closed = new AbortController()
  async function run(): Promise<Database | undefined> {
    while (!closed.signal.aborted) {
      try {
        const database = await open()
        onOpen(database)
        return database
      } catch (error) {
        onFailure(error)
        const options = { signal: closed.signal, ref: false }
        await sleep(OPEN_AGAIN_MILLISECONDS, undefined, options).catch(() => {})
      }
    }
    return undefined
  }
  const opening = run()
  return {
    end: () => {
      closed.abort()
      return opening
    },
  }
}

// More than a process writes in the seconds that a replica may be behind.
const MAX_OWN_WRITES = 100_000
// A read that began while the replica was close enough may end later.
const RECENT_MARGIN_SECONDS = 2

/** What this process wrote so recently that a replica that is close enough may not have it. */
function createOwnWrites(maxLagSeconds: number) {
  const milliseconds = (maxLagSeconds + RECENT_MARGIN_SECONDS) * 1000
  let allUntil = 0
  const recent = new LRUCache<string, true>({
    max: MAX_OWN_WRITES,
    ttl: milliseconds,
    dispose: (_value, _userId, reason) => {
      if (reason === 'evict') allUntil = performance.now() + milliseconds
    },
  })
  return {
    note: (userIds: readonly string[]) => {
      for (const userId of userIds) recent.set(userId, true)
    },
    isRecent: (userId: string) => recent.has(userId) || performance.now() < allUntil,
  }
}

const READ_TIMEOUT_MILLISECONDS = 500

function createRoute<Reader>({
  use,
  primaryReader,
  create,
  onOpen,
}: {
  use: ReplicaUse
  primaryReader: Reader
  create: (database: Database) => Reader
  onOpen: (call: (database: Database) => void) => void
}): Route<Reader> {
  let replicaReader: Reader | undefined
  onOpen((database) => {
    replicaReader = create(database)
  })
  return async (read, timeoutMilliseconds = READ_TIMEOUT_MILLISECONDS) => {
    const reader = use.isUsed ? replicaReader : undefined
    if (reader === undefined) return read(primaryReader)
    try {
      return await timeout(timeoutMilliseconds, TimeoutStrategy.Aggressive).execute(() => read(reader))
    } catch (error) {
      // Whatever the error: the primary may now show an older value than the one that the replica's change invalidated.
      use.reportFailure(error)
      return read(primaryReader)
    }
  }
}
