import type { IncomingMessage } from 'node:http'
import type { PluginRoute, PluginUser } from '@timezone-registry/contract'
import { findZoneTime } from '@timezone-registry/zones/zone-times'
import type { Request } from 'express'
import { ownUserId, userToSet } from '../access/identity.ts'
import { Unauthenticated } from '../errors.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import { problem } from '../http/response.ts'
import type { AuditedWrites } from '../records/audited-writes.ts'
import type { TimezoneRecord } from '../records/record.ts'
import type { VisibleRecords } from '../records/visibility.ts'

type PluginRoutesOptions = {
  auditedWrites: AuditedWrites
  visible: VisibleRecords
  findPresentedSessions: (req: IncomingMessage) => Promise<readonly unknown[]>
  /** The ids of the login providers. */
  providerIds: readonly string[]
}

// The errors for which plugins use a name other than the code.
const NAMES: Record<string, string> = { unauthenticated: 'unauthorized', internal: 'internal_error' }

/** The page, where people sign in and out. */
const PAGE = '/'

/** The routes under `/api`: the same records in the wire format of another family of plugins. */
export function createPluginRoutes({
  auditedWrites,
  visible,
  findPresentedSessions,
  providerIds,
}: PluginRoutesOptions): RouteHandlers<PluginRoute> {
  const show = async (req: Request, userId: string) => {
    const { record } = await visible.find(req, userId)
    return respond(record && toUser(record))
  }

  return {
    getPluginStatus: async ({ req }) => {
      const loggedIn = (await findPresentedSessions(req)).length > 0
      return { status: 200, body: { loggedIn, logged_in: loggedIn } }
    },
    getPluginUser: ({ req, params }) => show(req, params.id),
    findPluginUser: async ({ req, params }) => {
      const { status, body } = await show(req, params.id)
      return status === 404 ? { status, body } : { status, body: { exists: true } }
    },
    lookupPluginUsers: async ({ req, body: ids }) => {
      const users = await visible.findMany(req, ids)
      const entries = ids.map((id, index) => [id, (users[index] && toUser(users[index])) ?? null] as const)
      return { status: 200, body: Object.fromEntries(entries) }
    },
    getOwnPluginUser: ({ req }) => show(req, requireOwnId(req)),
    setOwnPluginUser: async ({ req, body: { timezone } }) => {
      const user = () => userToSet(req.call.identity, {})
      const { record } = await auditedWrites.set(req, { named: requireOwnId(req), user, timezone })
      const saved = record && toUser(record)
      if (saved === undefined) throw new Error('An accepted zone has no offset.')
      return { status: 200, body: saved }
    },
    deleteOwnPluginUser: async ({ req }) => {
      const id = requireOwnId(req)
      const { isDeleted } = await auditedWrites.remove(req, { named: id, userId: () => id })
      return { status: 200, body: { deleted: isDeleted } }
    },
    startPluginLogin: async ({ res }) => {
      // These are Discord plugins. Without Discord as a provider, the page offers the others.
      res.set('Location', providerIds.includes('discord') ? `/auth/discord?redirect=${PAGE}` : PAGE)
      return { status: 302, body: undefined }
    },
    startPluginLogout: async ({ res }) => {
      res.set('Location', PAGE)
      return { status: 302, body: undefined }
    },
  }
}

/** Undefined for a zone that another program stored and that is not in the zone data: its offset is not known. */
function toUser({ userId, timezone }: TimezoneRecord): PluginUser | undefined {
  const time = findZoneTime(timezone, new Date())
  return time && { userId, timezoneId: timezone, timezone: toOffsetText(time.utcOffsetSeconds) }
}

/** An offset, given in seconds, in the plugins' format: `0`, `+5`, `-5`, `+5:30`, `-3:30`. Seconds are dropped. */
export function toOffsetText(offsetSeconds: number): string {
  const minutes = Math.trunc(offsetSeconds / 60)
  if (minutes === 0) return '0'
  const sign = minutes < 0 ? '-' : '+'
  const hours = Math.trunc(Math.abs(minutes) / 60)
  const rest = Math.abs(minutes) % 60
  return rest === 0 ? `${sign}${hours}` : `${sign}${hours}:${String(rest).padStart(2, '0')}`
}

function respond(user: PluginUser | undefined) {
  if (user === undefined) return { status: 404 as const, body: problem('not_found', 'User not found') }
  return { status: 200 as const, body: user }
}

function requireOwnId({ call: { identity } }: Request): string {
  const userId = ownUserId(identity)
  if (userId === undefined) throw new Unauthenticated('You are not signed in.')
  return userId
}

/** The members that an error under `/api` has in addition to those of every problem; none for other paths. */
export function pluginProblemMembers({ path, code }: { path: string; code: string }): { error?: string } {
  return /^\/api(?:\/|$)/i.test(path) ? { error: NAMES[code] ?? code } : {}
}
