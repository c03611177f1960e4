import { Suspense, startTransition, useState } from 'react'
import type { Account } from '../account/use-account.ts'
import { listedIds } from '../selection/lists.ts'
import { useText } from '../texts/use-text.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { AddPeople } from './add-people.tsx'
import { Nobody } from './nobody.tsx'
import './people-start.css'

// Below the reader's own time.
const PeopleNow = lazyWithRetry(async () => (await import('./people-now.tsx')).PeopleNow)

/** The people, and the field that adds to them. For whoever has nobody to compare with, what shows people loads when they use it. */
export function PeopleStart({ account }: { account: Account }) {
  const t = useText()
  const [hasMore] = useState(() => location.search !== '' || listedIds().size > 0)
  const [isUsed, setIsUsed] = useState(false)
  return (
    <section aria-label={t('pages.people')}>
      <Suspense fallback={hasMore ? <Skeleton /> : <Nobody />}>
        {hasMore || isUsed ? <PeopleNow account={account} /> : <Nobody />}
      </Suspense>
      <AddPeople
        canSearch={!account.needsLoginToRead}
        onFocus={() => startTransition(() => setIsUsed(true))}
      />
    </section>
  )
}
