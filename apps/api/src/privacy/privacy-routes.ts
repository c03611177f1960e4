import type { Config } from '@timezone-registry/config'
import type { ServicePrivacy } from '@timezone-registry/contract'
import type { Audit } from '../access/audit.ts'
import type { Cookies } from '../access/cookies.ts'
import { requireSession, type Session, toUser } from '../access/identity.ts'
import { MAX_SESSIONS_PER_PERSON, type OwnSession } from '../access/sessions/session-store.ts'
import type { Sessions } from '../access/sessions/sessions.ts'
import { NotFound } from '../errors.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import { memoised } from '../http/response.ts'
import type { TimezoneRecord } from '../records/record.ts'
import { toStored } from '../records/record-body.ts'
import type { RecordRegistry } from '../records/registry.ts'
import type { ErasePerson } from './erase-person.ts'

type PrivacyRoutesOptions = {
  registry: RecordRegistry
  erasePerson: ErasePerson
  sessions: Sessions
  cookies: Cookies
  config: Config
  /** Where people can sign in. */
  login: { providers: ServicePrivacy['providers'] }
  audit: Audit
}

// Other text may contain what the database refuses.
const PUBLIC_ID = /^[\da-f]{32}$/

/** Every route for people to see what is stored about them, and to end or erase it. */
export function createPrivacyRoutes(
  options: PrivacyRoutesOptions,
): RouteHandlers<'getPrivacy' | 'listOwnSessions' | 'endOwnSession' | 'exportOwnData' | 'eraseOwnData'> {
  const { sessions, cookies, audit } = options
  const privacy = describePrivacy(options)
  const response = {}
  return {
    ...createDataRoutes(options),
    getPrivacy: async () => ({ status: 200, body: memoised(response, () => privacy) }),
    listOwnSessions: async ({ req }) => {
      const own = requireSession(req.call.identity)
      const found = await sessions.listOf(own.person)
      const live = found.filter(({ isLive }) => isLive).slice(0, MAX_SESSIONS_PER_PERSON)
      return { status: 200, body: { sessions: live.map((session) => toOwnSession(session, own)) } }
    },
    endOwnSession: async ({ params, req, res }) => {
      const own = requireSession(req.call.identity)
      const ended = await audit.track(
        req,
        { action: 'session_end' },
        async (): Promise<string[]> =>
          PUBLIC_ID.test(params.id) ? sessions.end({ ...own.person, publicId: params.id }) : [],
        (ended) => (ended.length === 0 ? 'absent' : 'signed_out'),
      )
      if (ended.length === 0) throw new NotFound('You have no session with this id.')
      const current = ended.includes(own.idHash)
      if (current) cookies.clearSessions(res)
      return { status: 200, body: { message: 'Session ended', current } }
    },
  }
}

function createDataRoutes(options: PrivacyRoutesOptions): RouteHandlers<'exportOwnData' | 'eraseOwnData'> {
  const { registry, erasePerson, sessions, cookies, audit } = options
  return {
    exportOwnData: async ({ req }) => {
      const own = requireSession(req.call.identity)
      // Also what another instance has just written or deleted.
      const [{ record }, stored] = await Promise.all([
        registry.findFresh(own.person.userId, 'private'),
        sessions.listOf(own.person),
      ])
      req.call.headers['Content-Disposition'] = 'attachment; filename="timezone-registry.json"'
      return {
        status: 200,
        body: {
          exported_at: new Date().toISOString(),
          user: toUser(own.person),
          record: record === undefined ? null : toExportedRecord(record),
          sessions: stored.map((session) => toExportedSession(session, own)),
        },
      }
    },
    eraseOwnData: async ({ req, res }) => {
      const { person } = requireSession(req.call.identity)
      const { record, idHashes } = await audit.track(
        req,
        { action: 'erase', user_id: person.userId },
        () => erasePerson(person),
        () => 'deleted',
      )
      sessions.invalidate(idHashes)
      cookies.clearSessions(res)
      return { status: 200, body: { message: 'Your data was erased', record, sessions: idHashes.length } }
    },
  }
}

/** A session in the wire format for its owner; `current` is true for the one that the request was sent with. */
function toOwnSession(session: OwnSession, current: Session) {
  return {
    id: session.publicId,
    device: session.device,
    provider: session.provider,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    current: session.idHash === current.idHash,
  }
}

function toExportedSession(session: OwnSession, own: Session) {
  const { issuer, subject, userId, username, avatar, discriminator } = session
  return {
    ...toOwnSession(session, own),
    profile: { issuer, subject, user_id: userId, username, avatar, discriminator },
  }
}

function toExportedRecord(record: TimezoneRecord) {
  const { user_id: id, username, ...rest } = toStored(record)
  return { user: { id, username }, ...rest }
}

/** What the service stores about people, for how long, and who sees it, from its configuration. */
function describePrivacy({ config, login }: PrivacyRoutesOptions): ServicePrivacy {
  const { log } = config
  return {
    contact: config.privacy.contact ?? null,
    writes: config.auth,
    reads: config.reads,
    default_visibility: config.records.defaultVisibility,
    providers: login.providers,
    sessions: {
      max_age_seconds: config.sessions.ttlSeconds,
      max_idle_seconds: config.sessions.idleSeconds,
      max_per_person: MAX_SESSIONS_PER_PERSON,
    },
    deletions: { reported_for_days: config.changes.retentionDays },
    logs: {
      requests: requestsLogged(log),
      audit: log.audit,
      networks: log.networks,
      kept_for_days: log.retentionDays ?? null,
    },
  }
}

/** Lines of requests have the level info, or error for a status of 500 and above. */
function requestsLogged({ level, requests }: Config['log']): ServicePrivacy['logs']['requests'] {
  if (level === 'silent' || level === 'fatal') return 'none'
  return requests === 'all' && (level === 'warn' || level === 'error') ? 'errors' : requests
}
