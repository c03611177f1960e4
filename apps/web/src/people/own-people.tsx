import { useState } from 'react'
import type { Account } from '../account/use-account.ts'
import { changeIds, loadIds } from '../selection/selection.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { useUndo } from '../ui/use-undo.tsx'
import { AddLink } from './add-link.tsx'
import { EmptyPeople } from './empty-people.tsx'
import { PeopleBoard } from './people-board.tsx'
import { PeopleHeading } from './people-heading.tsx'
import { useBoardTime } from './use-board-time.ts'
import { useReaderAndOthers } from './use-reader-and-others.ts'

/** Which of this browser's people are awake now, below each other. */
export function OwnPeople({ account, headingId }: { account: Account; headingId: string }) {
  const texts = useTexts().people
  const time = useBoardTime()
  const [ids, setIds] = useState(loadIds)
  const { me, others } = useReaderAndOthers(ids, account)
  const { offerUndo, toast } = useUndo(headingId)

  function remove(removed: string) {
    const name = others.find(({ id }) => id === removed)?.name ?? removed
    setIds(changeIds({ removed: [removed] }))
    offerUndo({ message: texts.removed(name), undo: () => setIds(changeIds({ added: [removed] })) })
  }

  return (
    <>
      <div className="people-head mb-4">
        <PeopleHeading id={headingId} name="" people={[me, ...others]} time={time} />
        <AddLink />
      </div>
      {others.length === 0 ? (
        <EmptyPeople now={time.now.epochMilliseconds} />
      ) : (
        <PeopleBoard me={me} others={others} time={time} onRemove={remove} />
      )}
      {toast}
    </>
  )
}
