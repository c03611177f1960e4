import type { Request } from 'express'
import type { Audit } from '../access/audit.ts'
import { ANYONE, type Identity, ownUserId, type Session } from '../access/identity.ts'
import { isTrustedOrigin, type OriginPolicy } from '../access/origin.ts'
import { wantsFresh } from '../http/negotiation.ts'
import type { TimezoneRecord } from './record.ts'
import type { CachedRecord } from './record-cache.ts'
import type { RecordRegistry } from './registry.ts'

/**
 * The records as the sender of a request may see them. A record that they may not see is treated as missing, both in
 * the lookups and in the result. All reject as the registry does. All but `findAsStranger` read the database for a
 * request with `Cache-Control: max-age=0`.
 */
export type VisibleRecords = {
  /** The user's entry; its record is undefined if there is none for this caller. */
  find(req: Request, userId: string): Promise<CachedRecord>
  /** One entry for each id, in the same order; undefined if there is no record for this caller. */
  findMany(req: Request, userIds: readonly string[]): Promise<(TimezoneRecord | undefined)[]>
  /** The record as a caller without credentials sees it, for responses that are passed on, such as link previews. */
  findAsStranger(userId: string): Promise<TimezoneRecord | undefined>
  /** The record of the person who is signed in, whoever else may see it. */
  findOwn(req: Request, userId: string): Promise<TimezoneRecord | undefined>
}

type VisibleRecordsOptions = {
  registry: Pick<RecordRegistry, 'peek' | 'find' | 'findFresh'>
  /** The sessions whose cookies a request carries. Routes that anyone may call do not look them up. */
  findSessions: (req: Request) => Promise<Session[]>
  origins: OriginPolicy
  canSee: CanSee
  audit: Pick<Audit, 'record'>
}

const ONE_CALLER = 'private, no-store'

export function createVisibleRecords({ audit, ...options }: VisibleRecordsOptions): VisibleRecords {
  const findEntry = createFindEntry(options)
  const noteRevealed = createNoteRevealed(audit)

  return {
    find: async (req, userId) => {
      const entry = await findEntry(userId, req)
      const { record } = entry
      if (record?.visibility !== 'private') return entry
      noteRevealed(req, [record])
      // The entry's own response is the one that every caller gets.
      return { record, answer: undefined }
    },
    findMany: async (req, userIds) => {
      const entries = await Promise.all(userIds.map((userId) => findEntry(userId, req)))
      const records = entries.map(({ record }) => record)
      noteRevealed(
        req,
        records.filter((record) => record?.visibility === 'private'),
      )
      return records
    },
    findAsStranger: async (userId) =>
      (options.registry.peek(userId) ?? (await options.registry.find(userId))).record,
    findOwn: async (req, userId) => (await findEntry(userId, req)).record,
  }
}

function createNoteRevealed(audit: VisibleRecordsOptions['audit']) {
  return (req: Request, records: readonly (TimezoneRecord | undefined)[]): void => {
    if (records.length === 0) return
    req.call.headers['Cache-Control'] = ONE_CALLER
    if (!seesEveryRecord(req.call.identity)) return
    const user_ids = records.map((record) => record?.userId)
    audit.record(req, { action: 'read_private', user_ids, outcome: 'revealed' })
  }
}

/** The query leaves out what the caller may not see, so it takes as long as no record. Only public records are cached. */
function createFindEntry({ registry: { peek, find, findFresh }, canSee, ...options }: FindOptions) {
  const { identityOf, findIdentities } = createIdentities(options)
  const sightOf = (userId: string, identities: readonly Identity[]) =>
    (['private', 'unlisted'] as const).find((visibility) =>
      identities.some((identity) => canSee({ userId, visibility }, identity)),
    ) ?? 'public'

  return async (userId: string, req: Request): Promise<CachedRecord> => {
    const isFresh = wantsFresh(req)
    const cached = isFresh ? undefined : peek(userId)
    if (cached !== undefined) return cached
    const identity = identityOf(req)
    const sight = identity === undefined ? 'unlisted' : sightOf(userId, [identity])
    if (sight === 'private' && !isFresh) return find(userId, 'private')
    const entry = await (isFresh || sight === 'public' ? findFresh(userId, sight) : find(userId))
    if (identity !== undefined || entry.record !== undefined) return entry
    // Public reads do not depend on sessions. Otherwise they are looked up, whether there is a private record or not.
    return sightOf(userId, await findIdentities(req)) === 'private' ? findFresh(userId, 'private') : entry
  }
}

type FindOptions = Omit<VisibleRecordsOptions, 'audit'>

/**
 * A session that cannot be checked is ignored. The sessions of a page of another site are ignored as well: such a page
 * cannot read the response, but a status of 200 would reveal who its visitor is.
 */
function createIdentities({ findSessions, origins }: Pick<FindOptions, 'findSessions' | 'origins'>) {
  return {
    /** Undefined if it depends on the sessions whose cookies the request has. */
    identityOf: (req: Request): Identity | undefined => {
      const { identity } = req.call
      if (identity.kind !== 'key' && !isTrustedOrigin(req, origins)) return ANYONE
      return identity.kind === 'anyone' && req.headers.cookie !== undefined ? undefined : identity
    },
    findIdentities: async (req: Request): Promise<Identity[]> => {
      const sessions = await findSessions(req).catch(() => [])
      return sessions.map((session) => ({ kind: 'session', session, ownRecordOnly: true }))
    },
  }
}

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
