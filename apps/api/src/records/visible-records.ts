import type { Request } from 'express'
import type { Audit } from '../access/audit.ts'
import type { Identity, Session } from '../access/identity.ts'
import { isTrustedOrigin, type OriginPolicy } from '../access/origin.ts'
import { wantsFresh } from '../http/conditional.ts'
import type { MaybePromise } from '../http/endpoints.ts'
import type { TimezoneRecord } from './record.ts'
import type { CachedRecord } from './record-cache.ts'
import type { RecordRegistry } from './record-registry.ts'
import { type CanSee, seesEveryRecord } from './visibility.ts'

/**
 * The records as the sender of a request may see them. A record that they may not see is treated as missing, both in
 * the lookups and in the result. All reject as the registry does. All but `findAsStranger` read the database for a
 * request with `Cache-Control: max-age=0`.
 */
export type VisibleRecords = {
  /** The user's entry; its record is undefined if there is none for this caller. */
  find(req: Request, userId: string): MaybePromise<CachedRecord>
  /** One entry for each id, in the same order; undefined if there is no record for this caller. */
  findMany(req: Request, userIds: readonly string[]): Promise<(TimezoneRecord | undefined)[]>
  /** The record as a caller without credentials sees it, for responses that are passed on, such as link previews. */
  findAsStranger(req: Request, userId: string): Promise<TimezoneRecord | undefined>
  /** The record of the person who is signed in, whoever else may see it. */
  findOwn(req: Request, userId: string): Promise<TimezoneRecord | undefined>
}

type VisibleRecordsOptions = {
  registry: Pick<RecordRegistry, 'peek' | 'findEntry' | 'findFresh'>
  /** The sessions whose cookies a request carries. Routes that anyone may call do not look them up. */
  findSessions: (req: Request) => Promise<Session[]>
  origins: OriginPolicy
  canSee: CanSee
  audit: Pick<Audit, 'record'>
}

const STRANGER: Identity = { kind: 'anyone' }
const NOTHING: CachedRecord = { record: undefined, answer: undefined }
const ONE_CALLER = 'private, no-store'

export function createVisibleRecords({ registry, audit, ...options }: VisibleRecordsOptions): VisibleRecords {
  const identitiesOf = createIdentitiesOf(options)
  const findCached = createFindCached(registry)
  const findEntry = createFindEntry(registry, findCached)
  const canAnySee = createCanAnySee(options)
  const noteRevealed = createNoteRevealed(audit)

  function show(req: Request, entry: CachedRecord): MaybePromise<CachedRecord> {
    const { record } = entry
    if (record?.visibility === 'public') return entry
    const identities = identitiesOf(req)
    if (!(identities instanceof Promise)) return reveal(req, entry, identities)
    return identities.then((identities) => reveal(req, entry, identities))
  }

  function reveal(req: Request, entry: CachedRecord, identities: readonly Identity[]): CachedRecord {
    const { record } = entry
    if (record === undefined || !canAnySee(record, identities)) return NOTHING
    if (record.visibility !== 'private') return entry
    noteRevealed(req, [record])
    // The entry's own response is the one that every caller gets.
    return { record, answer: undefined }
  }

  return {
    find: (req, userId) => {
      const entry = findEntry(userId, req)
      return entry instanceof Promise ? entry.then((entry) => show(req, entry)) : show(req, entry)
    },
    findMany: async (req, userIds) => {
      const records = (await Promise.all(userIds.map((userId) => findEntry(userId, req)))).map(recordOf)
      if (records.every((record) => record?.visibility === 'public')) return records
      const identities = await identitiesOf(req)
      const visible = records.map((record) => (record && canAnySee(record, identities) ? record : undefined))
      const isPrivate = (record?: TimezoneRecord) => record?.visibility === 'private'
      noteRevealed(req, visible.filter(isPrivate) as TimezoneRecord[])
      return visible
    },
    findAsStranger: async (req, userId) => {
      const { record } = await findCached(userId, req)
      return record && canAnySee(record, [STRANGER]) ? record : undefined
    },
    findOwn: async (req, userId) => (await findEntry(userId, req)).record,
  }
}

function createNoteRevealed(audit: VisibleRecordsOptions['audit']) {
  return (req: Request, records: readonly TimezoneRecord[]): void => {
    if (records.length === 0) return
    req.cacheControl = ONE_CALLER
    if (!seesEveryRecord(req.identity)) return
    const user_ids = records.map(({ userId }) => userId)
    audit.record(req, { action: 'read_private', user_ids, outcome: 'revealed' })
  }
}

/**
 * A cached absence may conceal a private record, so only callers without credentials get it. All others read the
 * database, whether there is a record or not: otherwise the time would tell them.
 */
function createFindCached({ peek, findEntry }: VisibleRecordsOptions['registry']) {
  return (userId: string, req: Request): MaybePromise<CachedRecord> => {
    const cached = peek(userId)
    const isUnknown = req.identity.kind === 'anyone' && req.headers.cookie === undefined
    return cached !== undefined && (cached.record !== undefined || isUnknown) ? cached : findEntry(userId)
  }
}

function createFindEntry(
  { findFresh }: VisibleRecordsOptions['registry'],
  findCached: ReturnType<typeof createFindCached>,
) {
  return (userId: string, req: Request) => (wantsFresh(req) ? findFresh(userId) : findCached(userId, req))
}

/**
 * Looks the session up for a missing record as well; otherwise a private one would take longer to answer. A session
 * that cannot be checked is ignored, so that public reads do not depend on it. The sessions of a page of another site
 * are ignored as well: such a page cannot read the response, but a status of 200 would reveal who its visitor is.
 */
function createIdentitiesOf({
  findSessions,
  origins,
}: Pick<VisibleRecordsOptions, 'findSessions' | 'origins'>) {
  return (req: Request): MaybePromise<Identity[]> => {
    const { identity } = req
    if (identity.kind !== 'key' && !isTrustedOrigin(req, origins)) return [STRANGER]
    if (identity.kind !== 'anyone' || req.headers.cookie === undefined) return [identity]
    return findSessions(req).then(
      (sessions) => [identity, ...sessions.map(toIdentity)],
      () => [identity],
    )
  }
}

function createCanAnySee({ canSee }: Pick<VisibleRecordsOptions, 'canSee'>) {
  return (record: TimezoneRecord, identities: readonly Identity[]) =>
    identities.some((identity) => canSee(record, identity))
}

function recordOf({ record }: CachedRecord): TimezoneRecord | undefined {
  return record
}

function toIdentity(session: Session): Identity {
  return { kind: 'session', session, ownRecordOnly: true }
}
