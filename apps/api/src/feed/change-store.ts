import { createHash } from 'node:crypto'
import type { Change } from '@timezone-registry/contract'
import type { Database } from '@timezone-registry/db'
import { type SQL, sql } from 'drizzle-orm'
import {
  type FeedRow,
  findChanges,
  findEnds,
  findHeldBack,
  type PlacedChange,
  pruneTombstones,
  toPlace,
} from './change-queries.ts'
import { type Cursor, isAfter, type Place } from './cursor.ts'

/** A change, and the cursor of a reader that has it. */
export type FeedChange = { change: Change; cursor: Cursor }

/** The next changes after a cursor. */
type ChangePage = {
  changes: FeedChange[]
  /** The last of these changes; if there are none, the given cursor or the last pruned tombstone. */
  cursor: Cursor
  /** True if there are more changes now. */
  more: boolean
}

/** The change feed: the table in order of change, read only below every transaction in progress. */
export type ChangeStore = {
  /**
   * At most `limit` users that changed after the cursor, each once, in their latest state; without a cursor, from the
   * start. Undefined if the cursor belongs to another incarnation, precedes a pruned tombstone, or is ahead of the feed.
   */
  findAfter(cursor: Cursor | undefined, limit: number): Promise<ChangePage | undefined>
  /**
   * `end` is the last settled change: changes that become visible later come after it. `version` differs whenever the
   * records differ.
   */
  findState(): Promise<{ end: Cursor; version: string }>
  /** The age, in seconds, of the oldest change that open transactions hold back from the feed; 0 if there is none. */
  findHeldBackSeconds(): Promise<number>
  /** Deletes at most `limit` tombstones older than that; true if there may be more of them. */
  prune(options: { olderThanDays: number; limit: number }): Promise<boolean>
  /** Drops the log of the previous version, a day after the upgrade. */
  retireLog(): Promise<void>
}

const START: Place = { ord: 0, position: 0 }

export function createChangeStore({ drizzle }: Pick<Database, 'drizzle'>): ChangeStore {
  const run = async <Row>(query: SQL) => ((await drizzle.execute(query)) as unknown as { rows: Row[] }).rows

  /**
   * Runs a query whose rows include the feed's; if the database was restored in the meantime, settles the feed first.
   */
  async function runSettled<Row extends FeedRow>(query: SQL): Promise<{ feed: Row; rows: Row[] }> {
    let rows = await run<Row>(query)
    if (rows[0]?.is_settled !== true) {
      await run(sql`select settle_timezone_feed()`)
      rows = await run<Row>(query)
    }
    const [feed] = rows
    if (feed === undefined) throw new Error('The table timezone_feed is empty')
    return { feed, rows }
  }

  return {
    findAfter: async (cursor, limit) => {
      // One more than requested shows whether there are more.
      const { feed, rows } = await runSettled<PlacedChange>(findChanges(cursor?.place ?? START, limit + 1))
      return toPage(feed, rows, { cursor, limit })
    },
    findState: async () => {
      const { feed, rows } = await runSettled<EndRow>(findEnds())
      return toState(feed, rows)
    },
    findHeldBackSeconds: async () => {
      const [row] = await run<{ seconds: number }>(findHeldBack())
      return Math.max(0, Number(row?.seconds ?? 0))
    },
    prune: async ({ olderThanDays, limit }) => {
      const [row] = await run<{ pruned: string }>(pruneTombstones({ olderThanDays, limit }))
      return Number(row?.pruned) === limit
    },
    retireLog: async () => void (await run(sql`select retire_timezone_log()`)),
  }
}

type EndRow = FeedRow & { ord: string | null; position: string }

function toPage(
  feed: PlacedChange,
  rows: readonly PlacedChange[],
  { cursor, limit }: { cursor: Cursor | undefined; limit: number },
): ChangePage | undefined {
  const pruned = prunedPlace(feed)
  const from = cursor ?? { incarnation: feed.incarnation, place: START, floor: pruned }
  const isAhead = !feed.is_reached || isAfter(from.floor ?? START, pruned)
  if (from.incarnation !== feed.incarnation || isAhead || isAfter(pruned, latest(from.place, from.floor)))
    return undefined
  const found = rows.filter((row) => row.user_id !== null)
  const changes = found
    .slice(0, limit)
    .map((row) => ({ change: toChange(row), cursor: { ...from, place: toPlace(row) } }))
  // Readers that have everything share one cursor, and so one query.
  const end = { ...from, place: latest(from.place, pruned) }
  return { changes, cursor: changes.at(-1)?.cursor ?? end, more: found.length > limit }
}

function toState(feed: FeedRow, rows: readonly EndRow[]): { end: Cursor; version: string } {
  const places = rows.flatMap(({ ord, position }) => (ord === null ? [] : [toPlace({ ord, position })]))
  const settled = places.filter(({ ord }) => ord < Number(feed.below))
  const newest = latest(prunedPlace(feed), ...places)
  return {
    end: { incarnation: feed.incarnation, place: latest(prunedPlace(feed), ...settled) },
    version: hash([
      feed.incarnation,
      newest.ord,
      newest.position,
      // While a transaction is in progress, the newest change does not determine which others are visible.
      newest.ord < Number(feed.below) ? '' : feed.snapshot,
    ]),
  }
}

function prunedPlace({ pruned_ord, pruned_position }: FeedRow): Place {
  return toPlace({ ord: pruned_ord, position: pruned_position })
}

function latest(first: Place, ...others: (Place | undefined)[]): Place {
  return others.reduce<Place>((last, place) => (place && isAfter(place, last) ? place : last), first)
}

function hash(parts: (string | number)[]): string {
  return createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 22)
}

function toChange({ type, user_id, username, timezone, at }: PlacedChange): Change {
  return type === 'set'
    ? { type, user_id, username: username ?? '', timezone: timezone ?? '', at }
    : { type, user_id, at }
}
