import { contract, type Problem } from '@timezone-registry/contract'
import type { Request } from 'express'
import { writeConditionOf } from '../http/conditional.ts'
import { problem } from '../http/problem.ts'
import { etagOfResponse } from '../http/response.ts'
import type { TimezoneRecord } from './record.ts'
import type { createToBody } from './record-body.ts'
import { canSee } from './visibility.ts'

/** Whether a write may happen, given the current record; undefined: there is none. */
type Condition = (record: TimezoneRecord | undefined) => boolean

/** `If-Match` and `If-None-Match` of the requests that write one record. */
export type WriteConditions = {
  /** The write's condition; undefined for an unconditional write. */
  of(req: Request): Condition | undefined
  /** The body of a 412, with the current record and its ETag if the caller may see it. */
  failed(req: Request, record: TimezoneRecord | undefined): Problem
}

export function createWriteConditions({ toBody, toSaved }: ReturnType<typeof createToBody>): WriteConditions {
  // Each state of a record has two ETags, because a writer may use the one from `/set` without reading the record.
  const etagOf = (record: TimezoneRecord) => etagOfResponse(toBody(record), contract.getTimezone)
  const etagsOf = (record: TimezoneRecord) => [
    etagOf(record),
    etagOfResponse({ message: 'Timezone saved', ...toSaved(record) }, contract.setTimezone),
  ]

  return {
    of: (req) => {
      const isMet = writeConditionOf(req)
      return isMet && ((record) => isMet(record === undefined ? [] : etagsOf(record)))
    },
    failed: (req, record) => {
      if (record === undefined) return problem('precondition_failed', NO_RECORD, { current: null })
      if (!canSee(record, req.identity))
        return problem('precondition_failed', ANOTHER_RECORD, { current: null })
      req.responseHeaders.push('ETag', etagOf(record))
      return problem('precondition_failed', ANOTHER_RECORD, { current: toBody(record) })
    },
  }
}

const NO_RECORD = 'This user has no record, so nothing was changed.'
const ANOTHER_RECORD = 'The record is not the one that the request expects, so nothing was changed.'
