import type { ServicePrivacy } from '@timezone-registry/contract'
import type { RouteHandlers } from '../http/endpoints.ts'
import { memoised } from '../http/send-json.ts'

/** The route that states what the service does with people's data. */
export function createPrivacyRoutes(privacy: ServicePrivacy): RouteHandlers<'getPrivacy'> {
  const answer = {}
  return { getPrivacy: async () => ({ status: 200, body: memoised(answer, () => privacy) }) }
}
