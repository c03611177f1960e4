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
