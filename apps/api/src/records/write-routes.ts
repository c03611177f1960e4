import { contract, type Problem } from '@timezone-registry/contract'
import type { Request } from 'express'
import type { Audit, Outcome } from '../access/audit.ts'
import { ownUserId, userIdToDelete, userToSet } from '../access/identity.ts'
import { writeConditionOf } from '../http/conditional.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import { refusal } from '../http/problem.ts'
import { etagOfAnswer } from '../http/send-json.ts'
import type { ZoneNames } from '../zones/zone-names.ts'
import type { Condition, ConditionalResult } from './conditional-writes.ts'
import { requireZone } from './require-zone.ts'
import { createToBody } from './timezone-body.ts'
import type { TimezoneRegistry } from './timezone-registry.ts'
import type { TimezoneRecord } from './timezone-store.ts'

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
  // Each state of a record has two ETags, because a writer may use the one from `/set` without reading the record.
  const etagOf = (record: TimezoneRecord) => etagOfAnswer(toBody(record), contract.getTimezone)
  const etagsOf = (record: TimezoneRecord) => [
    etagOf(record),
    etagOfAnswer(toSaved(record), contract.setTimezone),
  ]

  /** The write's condition; undefined for an unconditional write. */
  function conditionOf(req: Request): Condition | undefined {
    const isMet = writeConditionOf(req)
    return isMet && ((record) => isMet(record === undefined ? [] : etagsOf(record)))
  }

  /** The body of a 412, with the current record and its ETag. */
  function preconditionFailed(req: Request, record: TimezoneRecord | undefined): Problem {
    if (record !== undefined) req.answerHeaders.push('ETag', etagOf(record))
    return refusal('precondition_failed', record === undefined ? NO_RECORD : ANOTHER_RECORD, {
      current: record === undefined ? null : toBody(record),
    })
  }

  return {
    setTimezone: async ({ req, body: { timezone, ...given } }) => {
      const action = { action: 'set', user_id: given.user_id ?? ownUserId(req.identity), timezone } as const
      const condition = conditionOf(req)
      const set = async (): Promise<ConditionalResult> => {
        const user = userToSet(req.identity, given)
        const zone = requireZone(zoneNames, timezone)
        if (condition !== undefined) return registry.setIf(condition, user, zone)
        return { isMet: true, record: await registry.set(user, zone) }
      }
      const { isMet, record } = await audit.track(req, action, set, outcomeIf('saved'))
      if (!isMet || record === undefined) return { status: 412, body: preconditionFailed(req, record) }
      return { status: 200, body: toSaved(record) }
    },
    deleteTimezone: async ({ req, query }) => {
      const action = { action: 'delete', user_id: query.user_id ?? ownUserId(req.identity) } as const
      const condition = conditionOf(req)
      const userId = () => userIdToDelete(req.identity, query)
      if (condition === undefined) {
        const remove = async () => registry.remove(userId())
        const deleted = await audit.track(req, action, remove, (deleted) => (deleted ? 'deleted' : 'absent'))
        return { status: 200, body: { message: 'Timezone deleted', deleted } }
      }
      const removeIf = async () => registry.removeIf(condition, userId())
      const { isMet, record } = await audit.track(req, action, removeIf, (result) =>
        outcomeIf(result.record === undefined ? 'absent' : 'deleted')(result),
      )
      if (!isMet) return { status: 412, body: preconditionFailed(req, record) }
      return { status: 200, body: { message: 'Timezone deleted', deleted: record !== undefined } }
    },
  }
}

const NO_RECORD = 'There is no record of this user, so nothing was changed.'
const ANOTHER_RECORD = 'The record is not the one that the request expects, so nothing was changed.'

function outcomeIf(outcome: Outcome): (result: ConditionalResult) => Outcome {
  return ({ isMet }) => (isMet ? outcome : 'refused')
}
