import { CHANGE_ZONE } from '../zones/change-zone.tsx'

/** The heading of what is saved, in the account. */
export const SAVED_HEADING = 'saved-heading'

/** The id of the element that has the focus afterwards if what had it before is gone. */
export function returnTo(): string {
  return [SAVED_HEADING, CHANGE_ZONE].find((id) => document.getElementById(id) !== null) ?? 'content'
}
