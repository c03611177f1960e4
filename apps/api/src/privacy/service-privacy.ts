import type { Config } from '@timezone-registry/config'
import type { ServicePrivacy } from '@timezone-registry/contract'
import { MAX_SESSIONS_PER_PERSON } from '../access/sessions/session-store.ts'

/** What the service stores about people, for how long, and who sees it, from its configuration. */
export function createServicePrivacy(
  config: Config,
  providers: readonly ServicePrivacy['providers'][number][],
): ServicePrivacy {
  const { log } = config
  return {
    contact: config.privacy.contact ?? null,
    writes: config.auth,
    reads: config.reads,
    default_visibility: config.records.defaultVisibility,
    providers: providers.map(({ id, name }) => ({ id, name })),
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

/** What may exist outside the database about a person who exports or erases their data, one sentence each. */
export function describeElsewhere({ logs, deletions }: ServicePrivacy): string[] {
  const network = logs.networks ? ' and the network of your address (/24 for IPv4, /48 for IPv6)' : ''
  const kept =
    logs.kept_for_days === null
      ? 'until the operator deletes it'
      : `for ${days(logs.kept_for_days)}, according to the operator`
  return [
    ...(logs.audit
      ? [
          `The operator’s log has a line for each login, change and erasure of yours, with your user id, the requested time zone${network}. It is kept ${kept}.`,
        ]
      : []),
    ...(logs.requests === 'none' || !logs.networks
      ? []
      : [
          `The operator’s log has a line for ${logs.requests === 'all' ? 'each' : 'each failed'} request, with the route and the network of your address, but not your user id. It is kept ${kept}.`,
        ]),
    `After your record is deleted, your user id and the time of the deletion are kept for ${days(deletions.reported_for_days)}, so that programs that copy the registry delete your record as well.`,
    'Backups of the database, if the operator makes any, contain the same data until the operator deletes them.',
    'Programs that read the registry may keep copies of your record.',
    'For a short time, memory holds copies of your record and sessions, and memory and Redis count your requests.',
  ]
}

function days(count: number): string {
  return count === 1 ? 'a day' : `${count} days`
}
