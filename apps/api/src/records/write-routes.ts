import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import type { Audit, Outcome } from '../access/audit.ts'
import { ownUserId, userIdToChange, userToSet } from '../access/identity.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import type { ConditionalResult } from './conditional-writes.ts'
import { requireZone } from './require-zone.ts'
import { createToBody } from './timezone-body.ts'
import type { TimezoneRegistry } from './timezone-registry.ts'
import type { TimezoneRecord } from './timezone-store.ts'
import { createWriteConditions } from './write-conditions.ts'

type WriteRoutes = RouteHandlers<'setTimezone' | 'deleteTimezone'>

type WriteRoutesOptions = {
  registry: Pick<TimezoneRegistry, 'set' | 'remove' | 'setIf' | 'removeIf'>
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
      const set = async (): Promise<ConditionalResult> => {
        const user = userToSet(req.identity, given)
        const wanted = { user, timezone: requireZone(zoneNames, timezone), visibility }
        if (condition !== undefined) return registry.setIf(condition, wanted)
        return { isMet: true, record: await registry.set(wanted) }
      }
      const { isMet, record } = await audit.track(req, action, set, outcomeIf('saved'))
      if (!isMet || record === undefined) return { status: 412, body: conditions.failed(req, record) }
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
      const removeIf = async () => registry.removeIf(condition, userId())
      const { isMet, record } = await audit.track(req, action, removeIf, (result) =>
        outcomeIf(result.record === undefined ? 'absent' : 'deleted')(result),
      )
      if (!isMet) return { status: 412, body: conditions.failed(req, record) }
      return { status: 200, body: { message: 'Timezone deleted', deleted: record !== undefined } }
    },
  }
}

function outcomeIf(outcome: Outcome): (result: ConditionalResult) => Outcome {
  return ({ isMet }) => (isMet ? outcome : 'refused')
}
