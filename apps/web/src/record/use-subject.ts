import { withoutForbidden } from '@timezone-registry/contract'
import type { Account } from '../account/use-account.ts'
import type { Draft } from '../account/use-draft.ts'
import { readId } from '../selection/selection.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { NONE } from './belief.ts'
import { useRecord } from './use-record.ts'
import type { Ask } from './use-record-writes.ts'

const TYPING_PAUSE_MS = 400

/** Whose record the form is about, what is saved for them, and what a save says about them. */
export function useSubject({ account, draft, ask }: { account: Account; draft: Draft; ask: Ask }) {
  const entered = clean(draft)
  const typedId = useDebounced(entered.userId, TYPING_PAUSE_MS)
  const userId = account.isOpen ? typedId : (account.user?.id ?? '')
  const record = useRecord(userId, ask)
  // What is on screen may lag behind what was typed.
  const isCurrent = !account.isOpen || entered.userId === userId
  const hasSameName = record.saved?.user.username === entered.username
  return {
    userId,
    /** True if what was typed as the id can be none, such as `@nelly`. */
    isNoId: account.isOpen && readId(draft.userId) === undefined,
    record,
    savedZone: record.saved?.canonical ?? (account.isOpen ? undefined : account.timezone),
    /** True if the record is certainly the reader's own. */
    isOwn: !account.isOpen || (isCurrent && hasSameName),
    /** Empty for a signed-in person, whom the session names. */
    owner: account.isOpen ? { user_id: entered.userId, username: entered.username } : {},
    belief: isCurrent ? record.belief : NONE,
  }
}

/** Pasted text often brings surrounding spaces and direction marks, which the service refuses. */
function clean(draft: Draft) {
  return { userId: readId(draft.userId) ?? '', username: withoutForbidden(draft.username) }
}
