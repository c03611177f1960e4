import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '../account/use-account.ts'
import { changeIds, loadIds } from '../selection/selection.ts'
import { peopleAddress } from '../selection/use-selection.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { useUndo } from '../ui/use-undo.tsx'
import { EmptyPeople } from './empty-people.tsx'
import { PeopleHeading } from './people-heading.tsx'
import { useBoardTime } from './use-board-time.ts'
import { useReaderAndOthers } from './use-reader-and-others.ts'
import './people.css'

// Whoever comes for the first time has nobody to compare with.
const PeopleBoard = lazyWithRetry(async () => (await import('./people-board.tsx')).PeopleBoard)
const HEADING = 'people-now'

/** Which of this browser's people are awake now; a picture and one action while there are none. */
export function PeopleNow({ account }: { account: Account }) {
  const texts = useTexts().people
  const time = useBoardTime()
  const [ids, setIds] = useState(loadIds)
  const { me, others } = useReaderAndOthers(ids, account)
  const { offerUndo, toast } = useUndo(HEADING)

  function remove(removed: string) {
    const name = others.find(({ id }) => id === removed)?.name ?? removed
    setIds(changeIds({ removed: [removed] }))
    offerUndo({ message: texts.removed(name), undo: () => setIds(changeIds({ added: [removed] })) })
  }

  return (
    <section aria-labelledby={HEADING} className="section">
      <div className="people-head mb-4">
        <PeopleHeading id={HEADING} name="" people={[me, ...others]} at={time.at} />
        <Link href={peopleAddress()} className="button button-plain">
          <PlusIcon isSmall />
          {texts.addButton}
        </Link>
      </div>
      {others.length === 0 ? (
        <EmptyPeople now={time.now.epochMilliseconds} />
      ) : (
        <Suspense fallback={<Skeleton />}>
          <PeopleBoard me={me} others={others} time={time} onRemove={remove} />
        </Suspense>
      )}
      {toast}
    </section>
  )
}
