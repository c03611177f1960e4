import { contract, type Problem } from '@timezone-registry/contract'
import type { Request } from 'express'
import { writeConditionOf } from '../http/conditional.ts'
import { problem } from '../http/problem.ts'
import { etagOfResponse } from '../http/response.ts'
import type { TimezoneRecord } from './record.ts'
import type { createToBody } from './record-body.ts'
import type { CanSee } from './visibility.ts'

/** Whether a write may happen, given the current record; undefined: there is none. */
type Condition = (record: TimezoneRecord | undefined) => boolean

/** `If-Match` and `If-None-Match` of the requests that write one record. */
export type WriteConditions = {
  /** The write's condition; undefined for an unconditional write. */
  of(req: Request): Condition | undefined
  /** The body of a 412, with the current record and its ETag if the caller may see it. */
  failed(req: Request, record: TimezoneRecord | undefined): Problem
}

export function createWriteConditions(
  { toBody, toSaved }: ReturnType<typeof createToBody>,
  canSee: CanSee,
): WriteConditions {
  const etagOf = (record: TimezoneRecord) => etagOfResponse(toBody(record), contract.getTimezone)
  const etagOfSet = (record: TimezoneRecord) =>
    etagOfResponse({ message: 'Timezone saved', ...toSaved(record) }, contract.setTimezone)
  // A writer may use the one from `/set` without reading the record.
  const etagsOf = (record: TimezoneRecord, { call: { identity } }: Request) =>
    canSee(record, identity) ? [etagOf(record), etagOfSet(record)] : [etagOfSet(withoutHistory(record))]

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
export function withoutHistory(record: TimezoneRecord): TimezoneRecord {
  return { ...record, createdAt: null }
}

const ANOTHER_RECORD = 'The record is not the one that the request expects, so nothing was changed.'
