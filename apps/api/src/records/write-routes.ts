import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import type { Audit, Outcome } from '../access/audit.ts'
import { ownUserId, userIdToChange, userToSet } from '../access/identity.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import { problem } from '../http/problem.ts'
import type { Decide, Decided, TimezoneRecord } from './record.ts'
import { createToBody } from './record-body.ts'
import type { RecordRegistry } from './record-registry.ts'
import { requireZone } from './require-zone.ts'
import { canSee } from './visibility.ts'
import { createWriteConditions } from './write-conditions.ts'

type WriteRoutes = RouteHandlers<'setTimezone' | 'deleteTimezone' | 'setVisibility'>

type WriteRoutesOptions = {
  registry: Pick<RecordRegistry, 'set' | 'remove' | 'change'>
  zoneNames: ZoneNames
  audit: Audit
}

/** The routes that write one record. */
export function createWriteRoutes({ registry, zoneNames, audit }: WriteRoutesOptions): WriteRoutes {
  const toBody = createToBody({ zoneNames })
  const toSaved = (record: TimezoneRecord) => ({ message: 'Timezone saved' as const, ...toBody(record) })
  const conditions = createWriteConditions(toBody)

  return {
    ...createVisibilityRoutes({ registry, zoneNames, audit }),
    setTimezone: async ({ req, body: { timezone, visibility, ...given } }) => {
      const user_id = given.user_id ?? ownUserId(req.identity)
      const action = { action: 'set', user_id, timezone, visibility } as const
      const condition = conditions.of(req)
      const set = async (): Promise<Decided> => {
        const user = userToSet(req.identity, given)
        const values = { timezone: requireZone(zoneNames, timezone), ...(visibility && { visibility }) }
        if (condition === undefined)
          return { isRefused: false, record: await registry.set({ user, ...values }) }
        const { username } = user
        return registry.change(user, (current) => (condition(current) ? { username, ...values } : undefined))
      }
      const { isRefused, record } = await audit.track(req, action, set, outcomeIf('saved'))
      if (isRefused || record === undefined) return { status: 412, body: conditions.failed(req, record) }
      return { status: 200, body: toSaved(record) }
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

/** The route that chooses who sees a record. */
function createVisibilityRoutes(options: WriteRoutesOptions): RouteHandlers<'setVisibility'> {
  const { registry, zoneNames, audit } = options
  const toBody = createToBody({ zoneNames })
  const conditions = createWriteConditions(toBody)
  return {
    setVisibility: async ({ req, body: { user_id, visibility } }) => {
      const userId = user_id ?? ownUserId(req.identity)
      const action = { action: 'visibility', user_id: userId, visibility } as const
      const isMetBy = conditions.of(req) ?? (() => true)
      const isHidden = (record: TimezoneRecord) => !canSee(record, req.identity)
      const decide: Decide = (record) => {
        if (record === undefined) return 'keep'
        if (isHidden(record) || !isMetBy(record)) return undefined
        return record.visibility === visibility ? 'keep' : { visibility }
      }
      const set = async () => registry.change({ id: userIdToChange(req.identity, { user_id }) }, decide)
      const { isRefused, record } = await audit.track(req, action, set, toOutcome)
      // A caller who may not see the record may not change who sees it.
      if (record === undefined || (isRefused && isHidden(record)))
        return { status: 404, body: problem('not_found', SAVE_FIRST) }
      if (isRefused) return { status: 412, body: conditions.failed(req, record) }
      return { status: 200, body: { message: 'Visibility saved', ...toBody(record), visibility } }
    },
  }
}

const SAVE_FIRST = 'This user has no record: save a time zone first.'

function toOutcome({ isRefused, record }: Decided) {
  if (isRefused) return 'refused'
  return record === undefined ? 'absent' : 'saved'
}
