import type { SetFields } from '@timezone-registry/contract'
import type { WeeklyHours } from '@timezone-registry/zones/availability'
import { formatAvailability, parseAvailability } from '@timezone-registry/zones/stored-availability'
import type { ZoneName, ZoneNames } from '@timezone-registry/zones/zone-names'
import type { Request } from 'express'
import type { Audit, AuditedAction, Outcome } from '../access/audit.ts'
import { InvalidTimezone } from '../errors.ts'
import type { Decided, TimezoneRecord, User, Visibility } from './record.ts'
import type { RecordRegistry } from './registry.ts'
import type { CanSee } from './visibility.ts'

/** Writes single records for the sender of a request, each with its line in the audit log. All reject as the registry does. */
export type AuditedWrites = {
  /** `sent` is what the caller knows of the record. Rejects with `InvalidTimezone`, with suggestions, for text that is not a zone name. */
  set(req: Request, write: SetRequest): Promise<Decided & { sent: { username: string; timezone: ZoneName } }>
  remove(req: Request, write: Target): Promise<Decided & { isDeleted: boolean }>
  /** Changes a part of a record, if there is one. */
  patch(req: Request, write: Target & { part: RecordPatch }): Promise<Decided & { isChanged: boolean }>
}

/** Whether a write may happen, given the current record; undefined: there is none. */
export type Condition = (current: TimezoneRecord | undefined) => boolean

type Conditional = {
  /** The user whom the request names, for the audit log. */
  named: string | undefined
  isMet?: Condition | undefined
}

/** `userId` throws if the caller may not write this user's record. */
type Target = Conditional & { userId: () => string }

/** `user` throws if the caller may not set a record for them. */
type SetRequest = Conditional & SetFields & { user: () => User; timezone: string; names?: Names }

export type Names = Pick<ZoneNames, 'find' | 'suggest'>

/** A part of a record that changes by itself. Without `show`, a new week is shown as far as the one before. */
export type RecordPatch =
  | { visibility: Visibility }
  | { weekly: readonly WeeklyHours[]; show?: 'state' | 'hours' }
  | { weekly: null }

type AuditedWritesOptions = {
  registry: RecordRegistry
  zoneNames: Names
  audit: Audit
  canSee: CanSee
}

export function createAuditedWrites(options: AuditedWritesOptions): AuditedWrites {
  const { registry, zoneNames, audit, canSee } = options
  return {
    set: (req, { named, isMet, user: toUser, names = zoneNames, timezone, ...fields }) => {
      const set = async () => {
        const user = toUser()
        const sent = { username: user.username, timezone: requireZone(names, timezone) }
        const keepsPrivate = !canSee({ userId: user.id, visibility: 'private' }, req.call.identity)
        const newTimezone = { user, timezone: sent.timezone, ...fields, keepsPrivate }
        if (isMet !== undefined) return { ...(await registry.setIf(newTimezone, isMet)), sent }
        return { isRefused: false, record: await registry.set(newTimezone), sent }
      }
      return audit.track(req, { action: 'set', user_id: named, timezone, ...fields }, set, outcomeIf('saved'))
    },
    remove: (req, { named, isMet, userId }) => {
      const remove = async () => {
        const id = userId()
        if (isMet === undefined)
          return { isRefused: false, record: undefined, isDeleted: await registry.remove(id) }
        const decided = await registry.change({ id }, (current) => (isMet(current) ? 'removal' : undefined))
        return { ...decided, isDeleted: !decided.isRefused && decided.record !== undefined }
      }
      return audit.track(req, { action: 'delete', user_id: named }, remove, (removed) =>
        outcomeIf(removed.isDeleted ? 'deleted' : 'absent')(removed),
      )
    },
    patch: createPatch(options),
  }
}

function createPatch({ registry, audit }: AuditedWritesOptions): AuditedWrites['patch'] {
  return (req, { named, isMet = () => true, userId, part }) => {
    const isDeletion = Object.values(part).includes(null)
    const patch = async () => {
      let isChanged = false
      const decided = await registry.change({ id: userId() }, (record) => {
        if (record === undefined) return 'keep'
        if (!isMet(record)) return undefined
        const values = valuesFor(part, record)
        isChanged = values !== undefined
        return values ?? 'keep'
      })
      return { ...decided, isChanged }
    }
    return audit.track(req, { ...actionOf(part), user_id: named }, patch, (patched) => {
      const isAbsent = patched.record === undefined || (isDeletion && !patched.isChanged)
      return outcomeIf(isAbsent ? 'absent' : isDeletion ? 'deleted' : 'saved')(patched)
    })
  }
}

function actionOf(part: RecordPatch): AuditedAction {
  if ('visibility' in part) return { action: 'visibility', visibility: part.visibility }
  const { weekly: _hours, ...shown } = part
  return { action: 'availability', ...shown }
}

function outcomeIf(outcome: Outcome): (result: Decided) => Outcome {
  return ({ isRefused }) => (isRefused ? 'refused' : outcome)
}

function requireZone(names: Names, text: string): ZoneName {
  const name = names.find(text)
  if (name !== undefined) return name
  const suggestions = names.suggest(text)
  const hint = suggestions.length > 0 ? ` Did you mean ${suggestions[0]}?` : ''
  throw new InvalidTimezone(
    `This is not an IANA time zone name. Send a name such as Europe/Berlin; offsets and abbreviations are not accepted.${hint}`,
    { errors: [{ path: 'timezone', message: 'must be an IANA time zone name' }], suggestions },
  )
}

/** What a part changes in a record; undefined if it is so already. */
function valuesFor(part: RecordPatch, { visibility, availability }: TimezoneRecord) {
  if ('visibility' in part) return part.visibility === visibility ? undefined : part
  const { weekly, show = parseAvailability(availability)?.show ?? 'state' } = { show: undefined, ...part }
  const stored = weekly === null ? null : formatAvailability({ weekly: [...weekly], show })
  return stored === availability ? undefined : { availability: stored }
}
