import { Unavailable } from '../errors.ts'
import type { Route } from '../feed/replica/replica.ts'
import type { ReadSource } from '../feed/replica/write-position.ts'
import { withDeadline } from '../limiter.ts'
import type { RecordStore } from './record-store.ts'
import type { FindByName } from './search-queries.ts'

/** The reads that may use a replica. */
export type Reads = Pick<RecordStore, 'findMany' | 'countByZone'> & {
  findByName(...given: [...Parameters<FindByName>, source?: ReadSource]): ReturnType<FindByName>
}

// Above the time limit of a statement.
const LONG_TIMEOUT_MILLISECONDS = 2500
const COUNT_TIMEOUT_MILLISECONDS = 30_000
// Well below a request's deadline: other reads wait for the same statement.
const PRIMARY_TIMEOUT_MILLISECONDS = 1000

/** Reads through a route, but reads what the replica may not have yet from the primary. */
export function createReplicaReads({
  primary,
  route,
  isRecent,
}: {
  primary: Reads
  route: Route<Reads>
  /** Whether a record changed so recently that the replica may have an older one. */
  isRecent: (userId: string) => boolean
}): Reads {
  const findOnPrimary = (userIds: readonly string[]) =>
    withDeadline(PRIMARY_TIMEOUT_MILLISECONDS, () => primary.findMany(userIds), notYet)
  /** While there is no primary, a record as it was a moment ago is better than none. */
  const findRecent = (userIds: readonly string[]) =>
    findOnPrimary(userIds).catch(() => route((reader) => reader.findMany(userIds)))

  return {
    findMany: async (userIds, source) => {
      if (source === 'primary') return findOnPrimary(userIds)
      const recent = userIds.filter(isRecent)
      if (recent.length === 0) return route((reader) => reader.findMany(userIds))
      const others = userIds.filter((userId) => !isRecent(userId))
      const [fromPrimary, fromEither] = await Promise.all([
        findRecent(recent),
        others.length === 0 ? [] : route((reader) => reader.findMany(others)),
      ])
      return [...fromPrimary, ...fromEither]
    },
    findByName: (name, limit, source) =>
      source === 'primary'
        ? primary.findByName(name, limit)
        : route((reader) => reader.findByName(name, limit), LONG_TIMEOUT_MILLISECONDS),
    countByZone: () => route((reader) => reader.countByZone(), COUNT_TIMEOUT_MILLISECONDS),
  }
}

function notYet(cause: Error): Error {
  const message = 'The write with this Registry-Position cannot be seen here yet. Try again in a moment.'
  return new Unavailable(message, { retryAfterSeconds: 1, cause })
}
