import { type Identity, ownUserId } from '../access/identity.ts'
import type { TimezoneRecord } from './record.ts'

/** Whether a caller may see a record whose user they name. Lists and the feed contain public records only. */
export function canSee(
  { userId, visibility }: Pick<TimezoneRecord, 'userId' | 'visibility'>,
  identity: Identity,
): boolean {
  if (visibility === 'public') return true
  if (ownUserId(identity) === userId || seesEveryRecord(identity)) return true
  return visibility === 'unlisted' && !(identity.kind === 'key' && isLimitedToPublic(identity.key.scopes))
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
