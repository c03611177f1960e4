import { setImmediate } from 'node:timers/promises'
import { bulkDeleteSchema, bulkSetSchema, userIdSchema } from '@timezone-registry/contract'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import type { Request } from 'express'
import type * as z from 'zod'
import { InvalidInput, toInvalidInput } from '../errors.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import { toProblem } from '../http/error-handler.ts'
import { createSemaphore } from '../semaphore.ts'
import type { AuditedWrites, Names } from './audited-writes.ts'
import { WRITES_PER_STATEMENT } from './writes.ts'

type BulkRoutesOptions = {
  auditedWrites: Pick<AuditedWrites, 'set' | 'remove'>
  zoneNames: ZoneNames
  /** Told why records could not be written. */
  health: { reportFailure(error: unknown): void }
}

type Status = 'saved' | 'deleted' | 'absent'
/** What a record asks for, or why it is refused. */
type Change = z.output<typeof bulkSetSchema> | z.output<typeof bulkDeleteSchema> | InvalidInput

const PARSED_PER_TURN = 100
// 4,000 of the 5,000 writes that may wait; single ones need the rest.
const MAX_AT_ONCE = 4
// The rest of a response's 3.3 s is for the writes.
const WAIT_MILLISECONDS = 2000

/**
 * The route that writes many records. They are committed together with other writes, each user's in order. Beyond a few
 * at a time, requests wait, so that no part of one is refused because the queue of writes is full.
 */
export function createBulkRoutes(options: BulkRoutesOptions): RouteHandlers<'writeTimezones'> {
  const { run } = createSemaphore({ atOnce: MAX_AT_ONCE, timeoutMs: WAIT_MILLISECONDS })
  return {
    writeTimezones: async ({ req, body: { records } }) => {
      const results = await run(() => writeAll(req, records, options))
      return { status: 200, body: { results } }
    },
  }
}

async function writeAll(
  req: Request,
  records: readonly unknown[],
  { auditedWrites, zoneNames, health }: BulkRoutesOptions,
) {
  const names = withFewSuggestions(zoneNames)
  const changes: Change[] = []
  const writes: Promise<PromiseSettledResult<Status>[]>[] = []
  // As many as fill a statement, so that the database writes them while the next ones are parsed.
  for (const part of chunks(records, WRITES_PER_STATEMENT)) {
    const parsed = await parseAll(part)
    changes.push(...parsed)
    writes.push(Promise.allSettled(parsed.map((change) => write(auditedWrites, req, { change, names }))))
  }
  const outcomes = (await Promise.all(writes)).flat()
  const results = outcomes.map((outcome, index) => ({
    user_id: idOf(changes[index], records[index]),
    ...(outcome.status === 'fulfilled' ? { status: outcome.value } : toRefused(outcome.reason)),
  }))
  const [first] = outcomes
  // Clients retry a 503.
  if (first?.status === 'rejected' && results.every(isForLackOfDatabase)) throw first.reason
  for (const outcome of outcomes) if (outcome.status === 'rejected') health.reportFailure(outcome.reason)
  return results
}

function isForLackOfDatabase(result: object): boolean {
  return 'code' in result && (result.code === 'unavailable' || result.code === 'storage_full')
}

async function write(
  auditedWrites: BulkRoutesOptions['auditedWrites'],
  req: Request,
  { change, names }: { change: Change; names: Names },
): Promise<Status> {
  if (change instanceof InvalidInput) throw change
  const { user_id: id } = change
  if ('delete' in change) {
    const { isDeleted } = await auditedWrites.remove(req, { named: id, userId: () => id })
    return isDeleted ? 'deleted' : 'absent'
  }
  const { username, user_id, ...fields } = change
  await auditedWrites.set(req, { named: id, user: () => ({ id, username }), names, ...fields })
  return 'saved'
}

function* chunks<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

/** Parses a few in each turn of the event loop, because a thousand would hold up all other requests. */
async function parseAll(records: readonly unknown[]): Promise<Change[]> {
  const changes: Change[] = []
  for (const record of records) {
    if (changes.length > 0 && changes.length % PARSED_PER_TURN === 0) await setImmediate()
    changes.push(parse(record))
  }
  return changes
}

function parse(record: unknown): Change {
  const isDelete = typeof record === 'object' && record !== null && 'delete' in record
  const { data, error } = isDelete ? bulkDeleteSchema.safeParse(record) : bulkSetSchema.safeParse(record)
  return error === undefined ? data : toInvalidInput(error.issues)
}

/** Rethrows errors that are bugs rather than refusals. */
function toRefused(error: unknown) {
  const { code, message } = toProblem(error)
  if (code === 'internal') throw error
  return { status: 'refused' as const, code, message }
}

/** Missing and invalid ids are not repeated in a response. */
function idOf(change: Change | undefined, record: unknown): string | null {
  if (change !== undefined && !(change instanceof InvalidInput)) return change.user_id
  return userIdSchema.safeParse((record as { user_id?: unknown } | null)?.user_id).data ?? null
}

const MAX_SUGGESTIONS = 20

/** A suggestion compares all zone names, so a thousand of them would block the event loop. */
function withFewSuggestions({ find, suggest }: ZoneNames): Names {
  let left = MAX_SUGGESTIONS
  return { find, suggest: (text) => (left-- > 0 ? suggest(text) : []) }
}
