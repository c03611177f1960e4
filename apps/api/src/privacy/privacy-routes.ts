import { memoised } from '../http/response.ts'
import { createOwnDataRoutes, type OwnDataRoutesOptions } from './own-data-routes.ts'
import { createOwnSessionRoutes, type OwnSessionRoutesOptions } from './own-session-routes.ts'

/** Every route for people to see what is stored about them, and to end or erase it. */
export function createPrivacyRoutes(options: OwnDataRoutesOptions & OwnSessionRoutesOptions) {
  const { privacy } = options
  const answer = {}
  return {
    ...createOwnSessionRoutes(options),
    ...createOwnDataRoutes(options),
    getPrivacy: async () => ({ status: 200 as const, body: memoised(answer, () => privacy) }),
  }
}
