import { MAX_SEARCH_RESULTS } from '@timezone-registry/contract'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import type { RouteHandlers } from '../http/endpoints.ts'
import type { FindByName } from './search-queries.ts'

type SearchRoutesOptions = { findByName: FindByName; zoneNames: Pick<ZoneNames, 'canonicalOf'> }

/** The route that finds users by the beginning of their name. */
export function createSearchRoutes({
  findByName,
  zoneNames,
}: SearchRoutesOptions): RouteHandlers<'searchUsers'> {
  return {
    searchUsers: async ({ query: { name, limit = MAX_SEARCH_RESULTS } }) => {
      const records = await findByName(name, limit)
      const users = records.map(({ userId, username, timezone }) => ({
        id: userId,
        username,
        timezone,
        canonical: zoneNames.canonicalOf(timezone),
      }))
      return { status: 200, body: { users } }
    },
  }
}
