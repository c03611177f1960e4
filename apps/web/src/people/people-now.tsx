import { Suspense, useMemo } from 'react'
import type { Account } from '../account/use-account.ts'
import { useMinute } from '../clock/use-now.ts'
import { loadIds } from '../selection/selection.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { AddLink } from './add-link.tsx'
import { EmptyPeople } from './empty-people.tsx'
import './people.css'

// Whoever comes for the first time has nobody to compare with.
const OwnPeople = lazyWithRetry(async () => (await import('./own-people.tsx')).OwnPeople)
const HEADING = 'people-now'

/** Which of this browser's people are awake now; a picture and one action while there are none. */
export function PeopleNow({ account }: { account: Account }) {
  const hadPeople = useMemo(() => loadIds().length > 0, [])
  return (
    <section aria-labelledby={HEADING} className="section">
      {hadPeople ? (
        <Suspense fallback={<Skeleton />}>
          <OwnPeople account={account} headingId={HEADING} />
        </Suspense>
      ) : (
        <Nobody />
      )}
    </section>
  )
}

function Nobody() {
  const { pages } = useTexts()
  return (
    <>
      <div className="people-head mb-4">
        <h2 id={HEADING} className="heading grow">
          {pages.people}
        </h2>
        <AddLink />
      </div>
      <EmptyPeople now={useMinute().epochMilliseconds} />
    </>
  )
}
