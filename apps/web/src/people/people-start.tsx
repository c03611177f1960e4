import { Suspense, useState } from 'react'
import type { Account } from '../account/use-account.ts'
import { listedIds } from '../selection/lists.ts'
import { useSelection } from '../selection/use-selection.ts'
import { useText } from '../texts/use-text.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AddPeople } from './add-people.tsx'
import './people-start.css'

// Below the reader's own time.
const PeopleNow = lazyPart(async () => (await import('./people-now.tsx')).PeopleNow)

/** The people, and the field that adds to them. What shows people loads with the first of them, so that the field stays where it is. */
export function PeopleStart({ account }: { account: Account }) {
  const t = useText()
  const { ids } = useSelection()
  const [hasMore] = useState(() => location.search !== '' || listedIds().size > 0)
  // From then on: it offers to undo what takes the last one off the list.
  const [isUsed, setIsUsed] = useState(hasMore)
  if (ids.length > 0 && !isUsed) setIsUsed(true)
  return (
    // Below people who are still loading, the field would move away from a press.
    <section aria-label={t('pages.people')} className="[&>[data-loading]~*]:invisible">
      <Suspense fallback={hasMore ? <Skeleton /> : <Nobody />}>
        {isUsed ? <PeopleNow account={account} nobody={<Nobody />} /> : <Nobody />}
      </Suspense>
      <AddPeople canSearch={!account.needsLoginToRead} />
    </section>
  )
}

function Nobody() {
  const t = useText()
  return (
    <div className="people-empty">
      <h2 className="heading">{t('people.emptyTitle')}</h2>
      <p className="mt-1 text-muted">
        {t('people.empty')} {t('people.keptHere')}
      </p>
    </div>
  )
}
