import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import type { Audit } from '../access/audit.ts'
import { ownUserId, userIdToChange } from '../access/identity.ts'
import type { RouteHandlers } from '../http/endpoints.ts'
import { problem } from '../http/problem.ts'
import type { Decide, Decided, TimezoneRecord } from './record.ts'
import { createToBody } from './timezone-body.ts'
import type { TimezoneRegistry } from './timezone-registry.ts'
import { canSee } from './visibility.ts'
import { createWriteConditions } from './write-conditions.ts'

type VisibilityRoutesOptions = {
  registry: Pick<TimezoneRegistry, 'change'>
  zoneNames: ZoneNames
  audit: Audit
}

/** The route that chooses who sees a record. */
export function createVisibilityRoutes(options: VisibilityRoutesOptions): RouteHandlers<'setVisibility'> {
  const { registry, zoneNames, audit } = options
  const toBody = createToBody({ zoneNames })
  const conditions = createWriteConditions(toBody)
  return {
    setVisibility: async ({ req, body: { user_id, visibility } }) => {
      const userId = user_id ?? ownUserId(req.identity)
      const action = { action: 'visibility', user_id: userId, visibility } as const
      const isMetBy = conditions.of(req) ?? (() => true)
      const isHidden = (record: TimezoneRecord) => !canSee(record, req.identity)
      const decide: Decide = (record) => {
        if (record === undefined) return 'keep'
        if (isHidden(record) || !isMetBy(record)) return undefined
        return record.visibility === visibility ? 'keep' : { visibility }
      }
      const set = async () => registry.change({ id: userIdToChange(req.identity, { user_id }) }, decide)
      const { isRefused, record } = await audit.track(req, action, set, toOutcome)
      // A caller who may not see the record may not change who sees it.
      if (record === undefined || (isRefused && isHidden(record)))
        return { status: 404, body: problem('not_found', SAVE_FIRST) }
      if (isRefused) return { status: 412, body: conditions.failed(req, record) }
      return { status: 200, body: { message: 'Visibility saved', ...toBody(record), visibility } }
    },
  }
}

const SAVE_FIRST = 'This user has no record: save a timezone first.'

function toOutcome({ isRefused, record }: Decided) {
  if (isRefused) return 'refused'
  return record === undefined ? 'absent' : 'saved'
}
