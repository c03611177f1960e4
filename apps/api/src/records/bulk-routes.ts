import { bulkDeleteSchema, bulkSetSchema, userIdSchema } from '@timezone-registry/contract'
import type { Request } from 'express'
import type * as z from 'zod'
import type { Audit } from '../access/audit.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import { describeError } from '../http/error-handler.ts'
import { toInvalidInput } from '../http/validation.ts'
import type { ZoneNames } from '../zones/zone-names.ts'
import { requireZone } from './require-zone.ts'
import type { TimezoneRegistry } from './timezone-registry.ts'

type BulkRoutesOptions = {
  registry: Pick<TimezoneRegistry, 'set' | 'remove'>
  zoneNames: ZoneNames
  audit: Audit
}

type Status = 'saved' | 'deleted' | 'absent'
type Names = Pick<ZoneNames, 'find' | 'suggest'>

/** The route that writes many records. They are committed together with other writes, each user's in order. */
export function createBulkRoutes(options: BulkRoutesOptions): RouteHandlers<'writeTimezones'> {
  const write = createWrite(options)
  return {
    writeTimezones: async ({ req, body: { records } }) => {
      const names = withFewSuggestions(options.zoneNames)
      const outcomes = await Promise.allSettled(records.map((record) => write(req, record, names)))
      const results = outcomes.map((outcome, index) =>
        outcome.status === 'fulfilled'
          ? { user_id: idOf(records[index]), status: outcome.value }
          : { user_id: idOf(records[index]), ...toRefused(outcome.reason) },
      )
      const [first] = outcomes
      // Clients retry a 503.
      if (
        first?.status === 'rejected' &&
        results.every((result) => 'code' in result && result.code === 'unavailable')
      )
        throw first.reason
      return { status: 200, body: { results } }
    },
  }
}

function createWrite({ registry, audit }: BulkRoutesOptions) {
  return async (req: Request, record: unknown, names: Names): Promise<Status> => {
    if (typeof record === 'object' && record !== null && 'delete' in record) {
      const { user_id } = parse(bulkDeleteSchema, record)
      const remove = async () => ((await registry.remove(user_id)) ? 'deleted' : 'absent')
      return audit.track(req, { action: 'delete', user_id }, remove, (status) => status)
    }
    const { user_id, username, timezone } = parse(bulkSetSchema, record)
    const set = async () => {
      await registry.set({ id: user_id, username }, requireZone(names, timezone))
      return 'saved' as const
    }
    return audit.track(req, { action: 'set', user_id, timezone }, set, (status) => status)
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, record: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(record)
  if (error !== undefined) throw toInvalidInput(error.issues)
  return data as z.output<Schema>
}

/** Rethrows errors that are bugs rather than refusals. */
function toRefused(error: unknown) {
  const { code, message } = describeError(error)
  if (code === 'internal') throw error
  return { status: 'refused' as const, code, message }
}

/** Missing and invalid ids are not repeated in a response. */
function idOf(record: unknown): string | null {
  return userIdSchema.safeParse((record as { user_id?: unknown } | null)?.user_id).data ?? null
}

const MAX_SUGGESTIONS = 20

/** A suggestion compares all zone names, so a thousand of them would block the event loop. */
function withFewSuggestions({ find, suggest }: ZoneNames): Names {
  let left = MAX_SUGGESTIONS
  return { find, suggest: (text) => (left-- > 0 ? suggest(text) : []) }
}
