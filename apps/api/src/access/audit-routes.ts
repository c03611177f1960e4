import type { RouteHandlers } from '../http/endpoints.ts'
import type { RecentActions } from './recent-actions.ts'

const USUAL_LIMIT = 50

/** The route that lists what was audited lately. */
export function createAuditRoutes({
  recentActions: recent,
}: {
  recentActions: Pick<RecentActions, 'since' | 'list'> | undefined
}): RouteHandlers<'listActions'> {
  return {
    listActions: async ({ query: { before, limit = USUAL_LIMIT } }) => ({
      status: 200,
      body: { since: recent?.since ?? null, actions: recent?.list({ before, limit }) ?? [] },
    }),
  }
}
