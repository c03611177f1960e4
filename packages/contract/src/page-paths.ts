/** The views of the web app, each at `/` and its name. The first view is at `/`, and everyone has one at `/u/{id}`. */
export const VIEWS = ['meet', 'everyone', 'account', 'privacy'] as const

/** The parts of the account, each at `/account/` and its name. */
export const ACCOUNT_PANES = ['visibility', 'availability', 'devices', 'data', 'keys', 'records'] as const

const PAGE = new RegExp(`^/(?:(?:${VIEWS.join('|')})/?|account/(?:${ACCOUNT_PANES.join('|')})/?|u/[^/]+/?)?$`)

/** True for the path of a page of the web app. The service serves everything else itself. */
export function isPagePath(path: string): boolean {
  return PAGE.test(path)
}
