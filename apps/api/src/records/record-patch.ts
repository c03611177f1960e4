import type { WeeklyHours } from '@timezone-registry/zones/availability'
import { formatAvailability, parseAvailability } from '@timezone-registry/zones/stored-availability'
import type { Request } from 'express'
import type { Audit, AuditedAction } from '../access/audit.ts'
import type { Decided, TimezoneRecord, Visibility } from './record.ts'
import type { RecordRegistry } from './registry.ts'

/** A part of a record that changes by itself. Without `show`, a new week is shown as far as the one before. */
export type RecordPatch =
  | { visibility: Visibility }
  | { weekly: readonly WeeklyHours[]; show?: 'state' | 'hours' }
  | { weekly: null }

type PatchRequest = {
  req: Request
  part: RecordPatch
  /** Throws if the caller may not write this user's record. */
  userId: () => string
  /** The user whom the request names, for the audit log. */
  named: string | undefined
  /** False refuses the change. */
  mayChange?: (record: TimezoneRecord) => boolean
}

/** Changes a part of a record, if there is one, and writes the audit line. */
export type PatchRecord = (change: PatchRequest) => Promise<Decided & { isChanged: boolean }>

export function createPatchRecord({
  registry,
  audit,
}: {
  registry: Pick<RecordRegistry, 'change'>
  audit: Audit
}): PatchRecord {
  return async ({ req, part, userId, named, mayChange = () => true }) => {
    let isChanged = false
    const change = async () =>
      registry.change({ id: userId() }, (record) => {
        if (record === undefined) return 'keep'
        if (!mayChange(record)) return undefined
        const values = valuesFor(part, record)
        isChanged = values !== undefined
        return values ?? 'keep'
      })
    const outcomeOf = ({ isRefused, record }: Decided) => {
      if (isRefused) return 'refused'
      if (record === undefined || (isDeletion(part) && !isChanged)) return 'absent'
      return isDeletion(part) ? 'deleted' : 'saved'
    }
    const action = { ...actionOf(part), user_id: named }
    return { ...(await audit.track(req, action, change, outcomeOf)), isChanged }
  }
}

/** What a part changes in a record; undefined if it is so already. */
function valuesFor(part: RecordPatch, { visibility, availability }: TimezoneRecord) {
  if ('visibility' in part) return part.visibility === visibility ? undefined : part
  const stored =
    part.weekly === null
      ? null
      : formatAvailability({ weekly: [...part.weekly], show: showOf(part, availability) })
  return stored === availability ? undefined : { availability: stored }
}

function showOf({ show }: { show?: 'state' | 'hours' }, before: string | null): 'state' | 'hours' {
  return show ?? parseAvailability(before)?.show ?? 'state'
}

function isDeletion(part: RecordPatch): boolean {
  return 'weekly' in part && part.weekly === null
}

function actionOf(part: RecordPatch): AuditedAction {
  if ('visibility' in part) return { action: 'visibility', visibility: part.visibility }
  return { action: 'availability', ...('show' in part && { show: part.show }) }
}
