import type { Database } from '@timezone-registry/db'
import { TimeoutStrategy, timeout } from 'cockatiel'
import type { DropChannel } from '../broadcast/channel.ts'
import type { Logger } from '../logger.ts'
import { startAsking } from './ask-primary.ts'
import { createLagMeter } from './lag-meter.ts'
import { createReplayedPositions } from './replayed-positions.ts'
import { createReplicaChannel } from './replica-channel.ts'
import { startReplicaFollower } from './replica-follower.ts'
import { createReplicaUse, type ReplicaUse } from './replica-use.ts'
import type { WritePosition } from './write-position.ts'

/** A copy of the database for reads, which may be behind. */
export type Replica = AsyncDisposable & {
  /** While the lag is larger than this, the replica is not read. */
  readonly maxLagSeconds: number
  /** Evicts a key when the server from which this instance reads has replayed its change. */
  readonly channel: DropChannel
  /**
   * Chooses where each read goes: to the replica while it is used, otherwise to the primary. A read that the replica
   * does not answer in time is repeated on the primary. `create` makes the replica's reader.
   */
  route<Reader>(primary: Reader, create: (database: Database) => Reader): Route<Reader>
  /** Whether a record changed so recently that it must be read from the primary. */
  isRecent(userId: string): boolean
  /**
   * Where a reader who knows of this write must read to see it: anywhere once the replica has replayed the write; until
   * then on the primary.
   */
  sourceFor(written: WritePosition): ReadSource
  state(): ReplicaState
}

/** Where to read: from the primary only, or wherever the replica's state allows. */
export type ReadSource = 'primary' | 'either'

export type Route<Reader> = <Result>(
  read: (reader: Reader) => Promise<Result>,
  patienceMilliseconds?: number,
) => Promise<Result>

/**
 * How far the replica is behind the primary, and whether it is read. While the primary does not answer, the lag is at
 * least the time since it last did.
 */
type ReplicaState = { lagSeconds: number; isUsed: boolean }

type ReplicaOptions = {
  /** Opens the replica; called again, after a pause, if it rejects. */
  open: () => Promise<Database>
  primary: Database
  /** What the instances send each other when they write. */
  messages: DropChannel
  maxLagSeconds: number
  logger: Logger
}

// A read that began while the replica was close enough may end later.
const RECENT_MARGIN_SECONDS = 2

/** Uses the replica whenever it answers and is close enough behind the primary. Returns before it is open. */
export function startReplica({ open, primary, messages, maxLagSeconds, logger }: ReplicaOptions): Replica {
  const meter = createLagMeter()
  const positions = createReplayedPositions(meter)
  const createReaders: ((database: Database) => void)[] = []
  const recentMilliseconds = (maxLagSeconds + RECENT_MARGIN_SECONDS) * 1000
  const channel = createReplicaChannel({ messages, recentMilliseconds, onMessage: () => follower.wake() })
  const onUsed = (isUsed: boolean, reason: string | undefined) => {
    channel.setUsed(isUsed)
    if (isUsed) logger.info('Reading from the replica')
    else logger.warn({ reason }, 'Reading from the primary, not from the replica')
  }
  const use = createReplicaUse({ meter, maxLagSeconds, onUsed })
  const follower = startReplicaFollower({
    open,
    onOpen: (database) => createReaders.forEach((create) => void create(database)),
    onReplayed: ({ userIds, below, reached, next }) => {
      channel.drop(userIds)
      meter.replayed(reached)
      positions.replayed(next?.ord ?? below)
      use.answered()
    },
    onFailure: use.doubt,
  })
  const asking = startAsking({ primary, meter, onDiverged: use.doubt })

  return {
    maxLagSeconds,
    channel,
    route: <Reader>(primaryReader: Reader, create: (database: Database) => Reader) => {
      let reader: Reader | undefined
      createReaders.push((database) => {
        reader = create(database)
      })
      return createRoute({ use, primaryReader, find: () => reader })
    },
    isRecent: channel.isRecent,
    sourceFor: (written) => (use.isUsed && positions.isReplayed(written) ? 'either' : 'primary'),
    state: () => ({ lagSeconds: meter.worstSeconds(), isUsed: use.isUsed }),
    [Symbol.asyncDispose]: async () => {
      use[Symbol.dispose]()
      await asking[Symbol.asyncDispose]()
      await follower[Symbol.asyncDispose]()
    },
  }
}

const PATIENCE_MILLISECONDS = 500

function createRoute<Reader>({
  use,
  primaryReader,
  find,
}: {
  use: ReplicaUse
  primaryReader: Reader
  find: () => Reader | undefined
}): Route<Reader> {
  return async (read, patienceMilliseconds = PATIENCE_MILLISECONDS) => {
    const reader = use.isUsed ? find() : undefined
    if (reader === undefined) return read(primaryReader)
    try {
      return await timeout(patienceMilliseconds, TimeoutStrategy.Aggressive).execute(() => read(reader))
    } catch (error) {
      // Whatever the error: the primary may now show an older value than the one that the replica's change evicted.
      use.doubt(error)
      return read(primaryReader)
    }
  }
}
