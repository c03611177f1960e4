import { type Identity, ownUserId } from '../access/identity.ts'
import type { TimezoneRecord } from './record.ts'

/** Whether a caller may see a record whose user they name. Lists and the feed contain public records only. */
export function canSee(
  { userId, visibility }: Pick<TimezoneRecord, 'userId' | 'visibility'>,
  identity: Identity,
): boolean {
  if (visibility === 'public') return true
  if (ownUserId(identity) === userId) return true
  if (identity.kind !== 'key') return visibility === 'unlisted'
  const { scopes } = identity.key
  if (scopes.includes('admin')) return true
  return visibility === 'unlisted' && !isLimitedToPublic(scopes)
}

/** Scopes add up: a key that may also read without this limit has no limit. */
function isLimitedToPublic(scopes: readonly string[]): boolean {
  return scopes.includes('records:read:public') && !scopes.includes('records:read')
}
