import { useEffect, useState } from 'react'
import type { Account } from '../account/use-account.ts'
import { useDraft } from '../account/use-draft.ts'
import { hasPeople } from '../selection/selection.ts'
import { useIsPhone } from '../ui/use-is-phone.ts'

/** True on a phone's first visit, with what ends it. A link with people shows them at once. */
export function useFirstVisit(account: Account): [boolean, () => void] {
  const { draft, change } = useDraft()
  const isPhone = useIsPhone()
  const [hasMore] = useState(() => location.search !== '' || hasPeople())
  const isKnown = account.user !== undefined || draft.userId !== undefined
  const isMarked = draft.isKnown !== undefined
  useEffect(() => {
    if (isKnown && !isMarked) change({ isKnown: 'yes' })
  }, [isKnown, isMarked, change])
  const isFirst = isPhone && !hasMore && !isKnown && !isMarked && account.error === null
  return [isFirst, () => change({ isKnown: 'yes' })]
}
