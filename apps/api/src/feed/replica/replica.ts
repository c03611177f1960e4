import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@timezone-registry/db'
import { TimeoutStrategy, timeout } from 'cockatiel'
import type { Logger } from '../../logger.ts'
import { CURRENT_MILLISECONDS, startTail, type Tail, type TailListener } from '../tail.ts'
import { createLagMeter, createReplicaUse, type LagMeter, type ReplicaUse } from './replica-use.ts'
import { createOwnWrites, type ReadSource, type WritePosition } from './write-position.ts'

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
  const use = createReplicaUse({
    meter,
    maxLagSeconds,
    onUsed: (isUsed, reason) => {
      tail.update()
      if (isUsed) logger.info('Reading from the replica')
      else logger.warn({ reason }, 'Reading from the primary, not from the replica')
    },
  })
  let opened: { database: Database; tail: Tail & AsyncDisposable } | undefined
  // While neither answers, what is cached of the replica is kept.
  const isFollowed = () => use.isUsed || primaryTail.age() > CURRENT_MILLISECONDS
  const tail = createSwitchedTail(() => (isFollowed() && opened?.tail) || primaryTail)
  const closed = new AbortController()
  tail.forward(primaryTail, createPrimaryWatch(meter, use.reportFailure))
  const opening = openWhenPossible(open, use.reportFailure, closed.signal).then((database) => {
    if (database === undefined) return
    opened = { database, tail: startTail({ database, logger, onFailure: use.reportFailure }) }
    tail.forward(opened.tail, ({ reached }) => {
      meter.replayed(reached)
      use.responded()
    })
  })

  return {
    tail,
    route: (primaryReader, create) =>
      createRoute(use, primaryReader, () => opened && create(opened.database)),
    noteWritten: written.note,
    isRecent: (userId) => use.isUsed && written.isRecent(userId),
    isCacheable: (userId) =>
      tail.follows(primaryTail) ? !use.isUsed : use.isUsed && !written.isRecent(userId),
    sourceFor: (write) => {
      const isReplayed = write.txid < (opened?.tail.below ?? 0)
      return use.isUsed && isReplayed && !isFromSilence(write, meter) ? 'either' : 'primary'
    },
    state: () => ({ lagSeconds: meter.worstSeconds(), isUsed: use.isUsed }),
    [Symbol.asyncDispose]: async () => {
      use[Symbol.dispose]()
      closed.abort()
      await opening
      await opened?.tail[Symbol.asyncDispose]()
      await opened?.database[Symbol.asyncDispose]()
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
      report(new Error('The replica has transactions that the primary lacks, so it is not its copy'))
  }
}

/** Opens the replica, if need be again and again until the signal. */
async function openWhenPossible(
  open: () => Promise<Database>,
  onFailure: (error: unknown) => void,
  signal: AbortSignal,
): Promise<Database | undefined> {
  while (!signal.aborted) {
    try {
      return await open()
    } catch (error) {
      onFailure(error)
      await sleep(OPEN_AGAIN_MILLISECONDS, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  return undefined
}

const READ_TIMEOUT_MILLISECONDS = 500

function createRoute<Reader>(
  use: ReplicaUse,
  primary: Reader,
  create: () => Reader | undefined,
): Route<Reader> {
  let reader: Reader | undefined
  return async (read, timeoutMilliseconds = READ_TIMEOUT_MILLISECONDS) => {
    reader ??= create()
    const replica = use.isUsed ? reader : undefined
    if (replica === undefined) return read(primary)
    try {
      return await timeout(timeoutMilliseconds, TimeoutStrategy.Aggressive).execute(() => read(replica))
    } catch (error) {
      // Whatever the error: the primary may now show an older value than the one that the replica's change invalidated.
      use.reportFailure(error)
      return read(primary)
    }
  }
}
