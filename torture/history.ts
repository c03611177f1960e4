/**
 * One client's request to one instance about one user, as that client observed it. Times are in milliseconds of one
 * clock.
 */
export type Operation = {
  kind: 'set' | 'delete' | 'read'
  userId: string
  instance: string
  startedAt: number
  endedAt: number
  /** The value written or read; undefined for "no record". A read without a response is not recorded. */
  value: string | undefined
  /** False for a write whose response was lost or was an error: it may have happened, or may happen later. */
  answered: boolean
}

export type Rules = {
  /** How long instances other than the one that answered a write may return the value that it replaced. */
  graceMilliseconds: number
}

export type Violation = { read: Operation; overwrittenBy: Operation }

/**
 * How long other instances may return a replaced value: the longest time that an instance takes to notice that it, or
 * its Redis, was frozen.
 */
export const GRACE_MILLISECONDS = 1_000

/** The same while PostgreSQL does not answer them. */
export const OUTAGE_GRACE_MILLISECONDS = 5_000

// Before an instance returns what is older than a second, it waits this long for PostgreSQL, which a busy machine delays.
const PATIENCE_MILLISECONDS = 300

/** True for a read during which PostgreSQL may not have answered. */
export function wasDelayed({ startedAt, endedAt }: Pick<Operation, 'startedAt' | 'endedAt'>): boolean {
  return endedAt - startedAt >= PATIENCE_MILLISECONDS
}

/**
 * The reads that no order of the writes explains: of a value that was never written, or of one that a later write had
 * replaced before the read began. A write is "later" if it began after another had been confirmed, or after the other's
 * value had been read. Values must be unique for each user. Writes in flight at the same time may take effect in either
 * order.
 *
 * The rule is Gibbons and Korach's for one register with unique values (Testing shared memories, 1997), with the grace
 * between instances that the caches are allowed.
 */
export function findViolations(history: readonly Operation[], rules: Rules): Violation[] {
  const byUser = Map.groupBy(history, ({ userId }) => userId)
  return [...byUser.values()].flatMap((operations) => findViolationsOfOne(operations, rules))
}

type Sighting = { at: number; instance: string }
type Write = { operation: Operation; seen: Sighting[] }

function findViolationsOfOne(operations: readonly Operation[], rules: Rules): Violation[] {
  const reads = operations.filter(({ kind }) => kind === 'read').toSorted((a, b) => a.endedAt - b.endedAt)
  const writes = findWrites(operations, reads)
  return reads.flatMap((read) => {
    const candidates = writes.filter(
      ({ operation }) => operation.value === read.value && operation.startedAt < read.endedAt,
    )
    const isExplained =
      candidates.some((candidate) => overwriter(candidate, read) === undefined) ||
      (read.value === undefined && overwriterOfNothing(read) === undefined)
    if (isExplained) return []
    const [candidate] = candidates
    const overwrittenBy = candidate === undefined ? overwriterOfNothing(read) : overwriter(candidate, read)
    return [{ read, overwrittenBy: overwrittenBy ?? read }]
  })

  /** A write that began after this one was complete, and was complete before the read began. */
  function overwriter(write: Write, read: Operation): Operation | undefined {
    const writtenAt = Math.min(...write.seen.map(({ at }) => at))
    return writes.find((later) => later.operation.startedAt > writtenAt && wasDoneBefore(later, read))
      ?.operation
  }

  /** Before the first write there is no record, until a set is complete. */
  function overwriterOfNothing(read: Operation): Operation | undefined {
    return writes.find((write) => write.operation.kind === 'set' && wasDoneBefore(write, read))?.operation
  }

  function wasDoneBefore({ seen }: Write, read: Operation): boolean {
    const grace = Math.max(rules.graceMilliseconds, wasDelayed(read) ? OUTAGE_GRACE_MILLISECONDS : 0)
    return seen.some(({ at, instance }) => at + (instance === read.instance ? 0 : grace) < read.startedAt)
  }
}

/** The writes, each with where and when clients observed that it was complete. */
function findWrites(operations: readonly Operation[], reads: readonly Operation[]): Write[] {
  const writes: Write[] = operations
    .filter(({ kind }) => kind !== 'read')
    .map((operation) => ({
      operation,
      seen: operation.answered ? [{ at: operation.endedAt, instance: operation.instance }] : [],
    }))
  // A value that was read has been written, whether or not the writer got a response.
  for (const read of reads)
    if (read.value !== undefined)
      for (const { operation, seen } of writes)
        if (operation.value === read.value) seen.push({ at: read.endedAt, instance: read.instance })
  return writes
}
