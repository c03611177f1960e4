import type { ServicePrivacy } from '@timezone-registry/contract'
import type { Audit } from '../access/audit.ts'
import type { Cookies } from '../access/cookies.ts'
import { requireSession, type Session, toUser } from '../access/identity.ts'
import type { OwnSession } from '../access/sessions/session-store.ts'
import type { Sessions } from '../access/sessions/sessions.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import { toOwnSession } from './own-session-routes.ts'
import type { PersonStore } from './person-store.ts'
import { describeElsewhere } from './service-privacy.ts'

export type OwnDataRoutesOptions = {
  store: PersonStore
  sessions: Pick<Sessions, 'listOf' | 'forget'>
  /** Runs work that changes a user's record, in order with their writes, and evicts the record everywhere. */
  runInTurn: <Outcome>(userId: string, work: () => Promise<Outcome>) => Promise<Outcome>
  cookies: Pick<Cookies, 'clearSessions'>
  privacy: ServicePrivacy
  audit: Audit
}

/** The routes for people to read and erase everything stored about them. */
export function createOwnDataRoutes(
  options: OwnDataRoutesOptions,
): RouteHandlers<'exportOwnData' | 'eraseOwnData'> {
  const { store, sessions, runInTurn, cookies, privacy, audit } = options
  const elsewhere = describeElsewhere(privacy)
  return {
    exportOwnData: async ({ req }) => {
      const own = requireSession(req.identity)
      const [record, stored] = await Promise.all([
        store.findRecord(own.person.userId),
        sessions.listOf(own.person),
      ])
      req.answerHeaders.push('Content-Disposition', 'attachment; filename="timezone-registry.json"')
      return {
        status: 200,
        body: {
          exported_at: new Date().toISOString(),
          user: toUser(own.person),
          record: record === undefined ? null : toExportedRecord(record),
          sessions: stored.map((session) => toExportedSession(session, own)),
          elsewhere,
        },
      }
    },
    eraseOwnData: async ({ req, res }) => {
      const { person } = requireSession(req.identity)
      const { record, idHashes } = await audit.track(
        req,
        { action: 'erase', user_id: person.userId },
        () => runInTurn(person.userId, () => store.erase(person)),
        () => 'deleted',
      )
      await sessions.forget(idHashes)
      cookies.clearSessions(res)
      return {
        status: 200,
        body: { message: 'Your data was erased', record, sessions: idHashes.length },
      }
    },
  }
}

function toExportedRecord(record: NonNullable<Awaited<ReturnType<PersonStore['findRecord']>>>) {
  return {
    user: { id: record.userId, username: record.username },
    timezone: record.timezone,
    visibility: record.visibility,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
  }
}

function toExportedSession(session: OwnSession, own: Session) {
  const { issuer, subject, userId, username, avatar, discriminator } = session
  return {
    ...toOwnSession(session, own),
    profile: { issuer, subject, user_id: userId, username, avatar, discriminator },
  }
}
