import { type Identity, ownUserId } from '../access/identity.ts'
import type { TimezoneRecord } from './record.ts'

export type SeenRecord = Pick<TimezoneRecord, 'userId' | 'visibility'>

/** Whether a caller may see a record whose user they name. Lists and the feed contain public records only. */
export type CanSee = (record: SeenRecord, identity: Identity) => boolean

/** `reads` is `required` where callers without a login or a scope for reads see nothing. */
export function createCanSee({ reads }: { reads: 'public' | 'required' }): CanSee {
  return ({ userId, visibility }, identity) => {
    if (ownUserId(identity) === userId || seesEveryRecord(identity)) return true
    if (visibility === 'private' || (reads === 'required' && !isReader(identity))) return false
    return visibility === 'public' || !(identity.kind === 'key' && isLimitedToPublic(identity.key.scopes))
  }
}

function isReader(identity: Identity): boolean {
  if (identity.kind !== 'key') return identity.kind !== 'anyone'
  return identity.key.scopes.some((scope) => scope !== 'records:write')
}

/** True for a key with the scope `admin`, and for an admin who acts as one. */
export function seesEveryRecord(identity: Identity): boolean {
  if (identity.kind === 'key') return identity.key.scopes.includes('admin')
  return identity.kind === 'session' && identity.isAdmin === true
}

/** Scopes add up: a key that may also read without this limit has no limit. */
function isLimitedToPublic(scopes: readonly string[]): boolean {
  return scopes.includes('records:read:public') && !scopes.includes('records:read')
}
