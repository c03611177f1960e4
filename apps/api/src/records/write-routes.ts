import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import type { Audit, Outcome } from '../access/audit.ts'
import { ownUserId, userIdToChange, userToSet } from '../access/identity.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import type { Decided, TimezoneRecord } from './record.ts'
import { requireZone } from './require-zone.ts'
import { createToBody } from './timezone-body.ts'
import type { TimezoneRegistry } from './timezone-registry.ts'
import { createWriteConditions } from './write-conditions.ts'

type WriteRoutes = RouteHandlers<'setTimezone' | 'deleteTimezone'>

type WriteRoutesOptions = {
  registry: Pick<TimezoneRegistry, 'set' | 'remove' | 'change'>
  zoneNames: ZoneNames
  audit: Audit
}

/** The routes that write one record. */
export function createWriteRoutes({ registry, zoneNames, audit }: WriteRoutesOptions): WriteRoutes {
  const toBody = createToBody({ zoneNames })
  const toSaved = (record: TimezoneRecord) => ({ message: 'Timezone saved' as const, ...toBody(record) })
  const conditions = createWriteConditions(toBody)

  return {
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
