import { useEffect, useState } from 'react'
import { type Account, isForPrograms } from '../account/use-account.ts'
import { useDraft } from '../account/use-draft.ts'
import { listedIds } from '../selection/lists.ts'
import { useMedia } from '../ui/use-media.ts'

// Upright or turned.
const PHONE = '(width < 700px), (height < 500px) and (pointer: coarse)'
const SHOWS_MORE = /[?&](ids|save|login_error)=/

/** True on a phone's first visit, with what ends it. A link with people shows them at once. */
export function useFirstVisit(account: Account): [boolean, () => void] {
  const { draft, change } = useDraft()
  const isPhone = useMedia(PHONE)
  const [hasMore] = useState(() => SHOWS_MORE.test(location.search) || listedIds().size > 0)
  const isKnown = account.user !== undefined || draft.userId !== undefined
  const isMarked = draft.isKnown !== undefined
  useEffect(() => {
    if (isKnown && !isMarked) change({ isKnown: 'yes' })
  }, [isKnown, isMarked, change])
  const isFirst =
    isPhone && !hasMore && !isKnown && !isMarked && account.error === null && !isForPrograms(account)
  return [isFirst, () => change({ isKnown: 'yes' })]
}
