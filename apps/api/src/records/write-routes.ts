import { contract, type Problem } from '@timezone-registry/contract'
import { mergeWeek } from '@timezone-registry/zones/availability'
import { parseAvailability } from '@timezone-registry/zones/stored-availability'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import type { Request } from 'express'
import { ownUserId, userIdToChange, userToSet } from '../access/identity.ts'
import { Forbidden } from '../errors.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import { writeConditionOf } from '../http/negotiation.ts'
import { etagOfResponse, problem } from '../http/response.ts'
import type { AuditedWrites, Condition, RecordPatch } from './audited-writes.ts'
import type { TimezoneRecord } from './record.ts'
import { type Bodies, createToBody } from './record-body.ts'
import type { CanSee, SeenRecord } from './visibility.ts'

type WriteRoutes = RouteHandlers<
  | 'setTimezone'
  | 'deleteTimezone'
  | 'deleteTimezoneByPost'
  | 'setVisibility'
  | 'setAvailability'
  | 'deleteAvailability'
>

type WriteRoutesOptions = { auditedWrites: AuditedWrites; zoneNames: ZoneNames; canSee: CanSee }

/** The routes that write one record. */
export function createWriteRoutes(options: WriteRoutesOptions): WriteRoutes {
  const { auditedWrites, zoneNames, canSee } = options
  const bodies = createToBody({ zoneNames })
  const conditions = createWriteConditions(bodies, canSee)

  const deleteTimezone: WriteRoutes['deleteTimezone'] = async ({ req, query }) => {
    const { identity } = req.call
    const { isRefused, record, isDeleted } = await auditedWrites.remove(req, {
      named: query.user_id ?? ownUserId(identity),
      isMet: conditions.of(req),
      userId: () => userIdToChange(identity, query),
    })
    if (isRefused) return { status: 412, body: conditions.failed(req, record) }
    return { status: 200, body: { message: 'Timezone deleted', deleted: isDeleted } }
  }

  return {
    ...createPartRoutes(options, { bodies, conditions }),
    setTimezone: async ({ req, body: { user_id, username, ...fields } }) => {
      const { identity } = req.call
      const { isRefused, record, sent } = await auditedWrites.set(req, {
        named: user_id ?? ownUserId(identity),
        isMet: conditions.of(req),
        user: () => userToSet(identity, { user_id, username }),
        ...fields,
      })
      if (isRefused || record === undefined) return { status: 412, body: conditions.failed(req, record) }
      // Another caller may have set the record at the same time.
      const shown = canSee(record, identity) ? record : withoutHistory({ ...record, ...sent })
      return { status: 200, body: { message: 'Timezone saved', ...bodies.toSaved(shown) } }
    },
    deleteTimezone,
    // The same handler; ts-rest's type of a request contains its method.
    deleteTimezoneByPost: deleteTimezone as unknown as WriteRoutes['deleteTimezoneByPost'],
  }
}

type Refused = { status: 404; body: Problem } | { status: 412; body: Problem }

function createPartRoutes(
  options: WriteRoutesOptions,
  { bodies, conditions }: { bodies: Bodies; conditions: WriteConditions },
): RouteHandlers<'setVisibility' | 'setAvailability' | 'deleteAvailability'> {
  const change = createChangeIf(options, conditions)
  return {
    setVisibility: async ({ req, body: { user_id, visibility } }) => {
      const changed = await change(req, user_id, { visibility })
      if ('status' in changed) return changed
      const saved = bodies.toSaved(changed.record)
      return { status: 200, body: { message: 'Visibility saved', ...saved, visibility } }
    },
    setAvailability: async ({ req, body: { user_id, weekly: given, show = 'state' } }) => {
      const changed = await change(req, user_id, { weekly: mergeWeek(given), show })
      if ('status' in changed) return changed
      const availability = parseAvailability(changed.record.availability ?? '')
      return { status: 200, body: { message: 'Availability saved', ...availability } }
    },
    deleteAvailability: async ({ req, query: { user_id } }) => {
      const changed = await change(req, user_id, { weekly: null })
      if ('status' in changed && changed.status === 412) return changed
      const deleted = 'record' in changed && changed.isChanged
      return { status: 200, body: { message: 'Availability deleted', deleted } }
    },
  }
}

/** Changes a part of a record that the caller may see, on the conditions of the request. */
function createChangeIf({ auditedWrites, canSee }: WriteRoutesOptions, conditions: WriteConditions) {
  return async (
    req: Request,
    user_id: string | undefined,
    part: RecordPatch,
  ): Promise<Refused | { record: TimezoneRecord; isChanged: boolean }> => {
    const { identity } = req.call
    const isMet = conditions.of(req) ?? (() => true)
    const isHidden = (record: SeenRecord) => !canSee(record, identity)
    const { isRefused, record, isChanged } = await auditedWrites.patch(req, {
      part,
      userId: () => {
        const id = userIdToChange(identity, { user_id })
        if (isHidden({ userId: id, visibility: 'public' })) throw new Forbidden(NO_READER)
        return id
      },
      named: user_id ?? ownUserId(identity),
      isMet: (current) => current !== undefined && !isHidden(current) && isMet(current),
    })
    // A caller who may not see the record may not change it.
    if (record === undefined || (isRefused && isHidden(record)))
      return { status: 404, body: problem('not_found', SAVE_FIRST) }
    return isRefused ? { status: 412, body: conditions.failed(req, record) } : { record, isChanged }
  }
}

const NO_READER =
  'Only callers who may see a record may change a part of it: sign in, or use an API key that also has the scope records:read.'
const SAVE_FIRST = 'This user has no record: save a time zone first.'

/** `If-Match` and `If-None-Match` of the requests that write one record. */
type WriteConditions = {
  /** The write's condition; undefined for an unconditional write. */
  of(req: Request): Condition | undefined
  /** The body of a 412, with the current record and its ETag if the caller may see it. */
  failed(req: Request, record: TimezoneRecord | undefined): Problem
}

function createWriteConditions({ toBody, toSaved }: Bodies, canSee: CanSee): WriteConditions {
  const etagOf = (record: TimezoneRecord) => etagOfResponse(toBody(record), contract.getTimezone)
  const etagOfSet = (record: TimezoneRecord) =>
    etagOfResponse({ message: 'Timezone saved', ...toSaved(record) }, contract.setTimezone)
  // A writer may use the one from `/set` without reading the record.
  const etagsOf = (record: TimezoneRecord, { call: { identity } }: Request) =>
    canSee(record, identity)
      ? [() => etagOf(record), () => etagOfSet(record)]
      : [() => etagOfSet(withoutHistory(record))]

  return {
    of: (req) => {
      const isMet = writeConditionOf(req)
      return isMet && ((record) => isMet(record === undefined ? [] : etagsOf(record, req)))
    },
    failed: (req, record) => {
      if (record === undefined || !canSee(record, req.call.identity))
        return problem('precondition_failed', ANOTHER_RECORD, { current: null })
      req.call.headers.ETag = etagOf(record)
      return problem('precondition_failed', ANOTHER_RECORD, { current: toBody(record) })
    },
  }
}

/** A record as a caller knows it who has set it and may not see it. */
function withoutHistory(record: TimezoneRecord): TimezoneRecord {
  return { ...record, createdAt: null }
}

const ANOTHER_RECORD = 'The record is not the one that the request expects, so nothing was changed.'
