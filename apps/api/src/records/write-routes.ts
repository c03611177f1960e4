import type { Problem } from '@timezone-registry/contract'
import { mergeWeek } from '@timezone-registry/zones/availability'
import { formatAvailability, parseAvailability } from '@timezone-registry/zones/stored-availability'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import type { Request } from 'express'
import type { Audit, AuditedAction, Outcome } from '../access/audit.ts'
import { ownUserId, userIdToChange, userToSet } from '../access/identity.ts'
import { Forbidden } from '../errors.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import { problem } from '../http/problem.ts'
import type { Decide, Decided, TimezoneRecord } from './record.ts'
import { createToBody } from './record-body.ts'
import type { RecordRegistry } from './record-registry.ts'
import { requireZone } from './require-zone.ts'
import type { CanSee } from './visibility.ts'
import { createWriteConditions, type WriteConditions, withoutHistory } from './write-conditions.ts'

type WriteRoutes = RouteHandlers<
  'setTimezone' | 'deleteTimezone' | 'setVisibility' | 'setAvailability' | 'deleteAvailability'
>

type WriteRoutesOptions = {
  registry: Pick<RecordRegistry, 'set' | 'remove' | 'change'>
  zoneNames: ZoneNames
  audit: Audit
  canSee: CanSee
}

/** The routes that write one record. */
export function createWriteRoutes(options: WriteRoutesOptions): WriteRoutes {
  const { registry, zoneNames, audit, canSee } = options
  const bodies = createToBody({ zoneNames })
  const conditions = createWriteConditions(bodies, canSee)

  return {
    ...createPartRoutes(options),
    setTimezone: async ({ req, body: { timezone, visibility, ...given } }) => {
      const user_id = given.user_id ?? ownUserId(req.identity)
      const action = { action: 'set', user_id, timezone, visibility } as const
      const condition = conditions.of(req)
      const set = async () => {
        const user = userToSet(req.identity, given)
        const { username } = user
        const sent = { username, timezone: requireZone(zoneNames, timezone) }
        const values = { ...sent, ...(visibility && { visibility }) }
        if (condition === undefined)
          return { isRefused: false, record: await registry.set({ user, ...values }), sent }
        const decide: Decide = (current) => (condition(current) ? values : undefined)
        return { ...(await registry.change(user, decide)), sent }
      }
      const { isRefused, record, sent } = await audit.track(req, action, set, outcomeIf('saved'))
      if (isRefused || record === undefined) return { status: 412, body: conditions.failed(req, record) }
      // Another caller may have set the record at the same time.
      const shown = canSee(record, req.identity) ? record : withoutHistory({ ...record, ...sent })
      return { status: 200, body: { message: 'Timezone saved', ...bodies.toSaved(shown) } }
    },
    deleteTimezone: async ({ req, query }) => {
      const action = { action: 'delete', user_id: query.user_id ?? ownUserId(req.identity) } as const
      const condition = conditions.of(req)
      const userId = () => userIdToChange(req.identity, query)
      if (condition === undefined) {
        const remove = async () => registry.remove(userId())
        const deleted = await audit.track(req, action, remove, (deleted) => (deleted ? 'deleted' : 'absent'))
        return { status: 200, body: { message: 'Timezone deleted', deleted } }
      }
      const removeIf = async () =>
        registry.change({ id: userId() }, (current) => (condition(current) ? 'removal' : undefined))
      const { isRefused, record } = await audit.track(req, action, removeIf, (result) =>
        outcomeIf(result.record === undefined ? 'absent' : 'deleted')(result),
      )
      if (isRefused) return { status: 412, body: conditions.failed(req, record) }
      return { status: 200, body: { message: 'Timezone deleted', deleted: record !== undefined } }
    },
  }
}

function outcomeIf(outcome: Outcome): (result: Decided) => Outcome {
  return ({ isRefused }) => (isRefused ? 'refused' : outcome)
}

type Change = {
  req: Request
  user_id: string | undefined
  action: AuditedAction
  decide: (record: TimezoneRecord) => ReturnType<Decide>
  outcome?: () => Outcome
}

/** Changes a part of a record. */
type ChangeRecord = (
  change: Change,
) => Promise<
  { status: 404; body: Problem } | { status: 412; body: Problem } | { status: 200; record: TimezoneRecord }
>

/** The routes that change a part of a record that exists. */
function createPartRoutes(
  options: WriteRoutesOptions,
): RouteHandlers<'setVisibility' | 'setAvailability' | 'deleteAvailability'> {
  const bodies = createToBody(options)
  const change = createChangeRecord(options, createWriteConditions(bodies, options.canSee))
  return {
    setVisibility: async ({ req, body: { user_id, visibility } }) => {
      const action = { action: 'visibility', visibility } as const
      const decide: Change['decide'] = (record) =>
        record.visibility === visibility ? 'keep' : { visibility }
      const changed = await change({ req, user_id, action, decide })
      if (changed.status !== 200) return changed
      const saved = bodies.toSaved(changed.record)
      return { status: 200, body: { message: 'Visibility saved', ...saved, visibility } }
    },
    setAvailability: async ({ req, body: { user_id, weekly: given, show = 'state' } }) => {
      const availability = formatAvailability({ weekly: mergeWeek(given), show })
      const action = { action: 'availability', show } as const
      const decide: Change['decide'] = (record) =>
        record.availability === availability ? 'keep' : { availability }
      const changed = await change({ req, user_id, action, decide })
      if (changed.status !== 200) return changed
      return { status: 200, body: { message: 'Availability saved', ...parseAvailability(availability) } }
    },
    deleteAvailability: async ({ req, query: { user_id } }) => {
      let deleted = false
      const decide: Change['decide'] = ({ availability }) => {
        deleted = availability !== null
        return deleted ? { availability: null } : 'keep'
      }
      const outcome = () => (deleted ? 'deleted' : 'absent')
      const changed = await change({ req, user_id, action: { action: 'availability' }, decide, outcome })
      if (changed.status === 412) return changed
      return { status: 200, body: { message: 'Availability deleted', deleted } }
    },
  }
}

function createChangeRecord(
  { registry, audit, canSee }: Pick<WriteRoutesOptions, 'registry' | 'audit' | 'canSee'>,
  conditions: WriteConditions,
): ChangeRecord {
  return async ({ req, user_id, action, decide, outcome = () => 'saved' }) => {
    const isMetBy = conditions.of(req) ?? (() => true)
    const isHidden = (record: Parameters<CanSee>[0]) => !canSee(record, req.identity)
    const changeIf = async () => {
      const id = userIdToChange(req.identity, { user_id })
      if (isHidden({ userId: id, visibility: 'public' })) throw new Forbidden(NO_READER)
      return registry.change({ id }, (record) => {
        if (record === undefined) return 'keep'
        return isHidden(record) || !isMetBy(record) ? undefined : decide(record)
      })
    }
    const audited = { ...action, user_id: user_id ?? ownUserId(req.identity) }
    const { isRefused, record } = await audit.track(req, audited, changeIf, (result) =>
      outcomeIf(result.record === undefined ? 'absent' : outcome())(result),
    )
    // A caller who may not see the record may not change it.
    if (record === undefined || (isRefused && isHidden(record)))
      return { status: 404, body: problem('not_found', SAVE_FIRST) }
    return isRefused ? { status: 412, body: conditions.failed(req, record) } : { status: 200, record }
  }
}

const NO_READER =
  'Only callers who may see a record may change a part of it: sign in, or use an API key that also has the scope records:read.'
const SAVE_FIRST = 'This user has no record: save a time zone first.'
