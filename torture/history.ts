/** What one client asked of one instance about one user, as that client saw it. Times in milliseconds of one clock. */
export type Operation = {
  kind: 'set' | 'delete' | 'read'
  userId: string
  instance: string
  startedAt: number
  endedAt: number
  /** Written, or read; undefined for "no record". A read without an answer is not recorded. */
  value: string | undefined
  /** False for a write whose answer was lost or was an error: it may have happened, or happen later. */
  answered: boolean
}

export type Violation = { read: Operation; overwrittenBy: Operation }

/**
 * How long other instances may show a replaced value: what an instance that was frozen, or whose Redis was, takes at most
 * to notice that.
 */
export const GRACE_MILLISECONDS = 1_000

/**
 * The reads that no order of the writes explains: of a value that was never written, or of one that a later write had
 * replaced before the read began. "Later" is decided by what clients saw: a write that began after another was answered,
 * or after its value had been read. Between instances, a replaced value may be read for `graceMilliseconds` more.
 * Values must be unique for each user. Writes in flight at the same time may come in either order.
 *
 * The rule is Gibbons and Korach's for one register with unique values (Testing shared memories, 1997), with the grace
 * between instances that the caches are allowed.
 */
export function findViolations(
  history: readonly Operation[],
  { graceMilliseconds }: { graceMilliseconds: number },
): Violation[] {
  const byUser = Map.groupBy(history, ({ userId }) => userId)
  return [...byUser.values()].flatMap((operations) => findViolationsOfOne(operations, graceMilliseconds))
}

type Sighting = { at: number; instance: string }
type Write = { operation: Operation; seen: Sighting[] }

function findViolationsOfOne(operations: readonly Operation[], grace: number): Violation[] {
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

  /** A write that began after this one was done, and was done before the read began. */
  function overwriter(write: Write, read: Operation): Operation | undefined {
    const writtenAt = Math.min(...write.seen.map(({ at }) => at))
    return writes.find((later) => later.operation.startedAt > writtenAt && wasDoneBefore(later, read))
      ?.operation
  }

  /** Before the first write there is no record, until a set is done. */
  function overwriterOfNothing(read: Operation): Operation | undefined {
    return writes.find((write) => write.operation.kind === 'set' && wasDoneBefore(write, read))?.operation
  }

  function wasDoneBefore({ seen }: Write, read: Operation): boolean {
    return seen.some(({ at, instance }) => at + (instance === read.instance ? 0 : grace) < read.startedAt)
  }
}

/** The writes, each with where and when clients saw that it had been done. */
function findWrites(operations: readonly Operation[], reads: readonly Operation[]): Write[] {
  const writes: Write[] = operations
    .filter(({ kind }) => kind !== 'read')
    .map((operation) => ({
      operation,
      seen: operation.answered ? [{ at: operation.endedAt, instance: operation.instance }] : [],
    }))
  // A value that was read has been written by then, whether or not the writer got an answer.
  for (const read of reads)
    if (read.value !== undefined)
      for (const { operation, seen } of writes)
        if (operation.value === read.value) seen.push({ at: read.endedAt, instance: read.instance })
  return writes
}
