import { Link, Redirect } from 'wouter'
import { SignInToRead } from '../account/sign-in-to-read.tsx'
import type { Account } from '../account/use-account.ts'
import { addressOf, useSelection } from '../selection/use-selection.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useUndo } from '../ui/use-undo.tsx'
import { AddPeople } from './add-people.tsx'
import { EmptyPeople } from './empty-people.tsx'
import { GroupBar } from './group-bar.tsx'
import { PeopleBoard } from './people-board.tsx'
import { PeopleHeading } from './people-heading.tsx'
import { useBoardTime } from './use-board-time.ts'
import { useReaderAndOthers } from './use-reader-and-others.ts'
import './people.css'

/** The local times of several people beside the reader's own: who is awake now, or at another hour. */
export function PeoplePage({ account }: { account: Account }) {
  const [selection, select] = useSelection()
  // A link with a moment is for the meeting page.
  if (selection.at !== undefined) return <Redirect to={addressOf('/meet', selection)} replace />
  return <PeopleView account={account} selection={selection} select={select} />
}

type Selecting = ReturnType<typeof useSelection>
type PeopleViewProps = { account: Account; selection: Selecting[0]; select: Selecting[1] }

function PeopleView({ account, selection, select }: PeopleViewProps) {
  const { people: texts, pages } = useTexts()
  const time = useBoardTime()
  const { ids, name } = selection
  const { me, others, failure, reload } = useReaderAndOthers(ids, account)
  const { offerUndo, toast } = useUndo('people-heading')

  function remove(removed: string) {
    const person = others.find(({ id }) => id === removed)
    select({ ids: ids.filter((id) => id !== removed) })
    offerUndo({ message: texts.removed(person?.name ?? removed), undo: () => select({ ids }) })
  }

  return (
    <section aria-labelledby="people-heading">
      <PageTitle title={name === '' ? pages.people : name} />
      <SignInToRead account={account} />
      <div className="people-head">
        <PeopleHeading id="people-heading" name={name} people={[me, ...others]} time={time} />
        <div className="flex flex-wrap gap-2">
          <button
            type="button"
            className="button button-plain"
            aria-disabled={time.isNow}
            onClick={time.backToNow}
          >
            {texts.backToNow}
          </button>
          {ids.length > 0 && <Onwards ids={ids} name={name} />}
        </div>
      </div>
      <GroupBar path="/people" selection={selection} onSelect={select} onRemoved={offerUndo} />
      <AddPeople
        ids={ids}
        canSearch={!account.needsLoginToRead}
        error={failure?.fields.ids}
        onAdd={(wanted) => select({ ids: wanted })}
      />
      {ids.length === 0 && <EmptyPeople now={time.now.epochMilliseconds} />}
      <PeopleBoard me={me} others={others} time={time} onRemove={remove} />
      <FailureNote failure={failure} className="mt-4" onRetry={reload} />
      {toast}
    </section>
  )
}

function Onwards({ ids, name }: { ids: string[]; name: string }) {
  const texts = useTexts().people
  return (
    <>
      <CopyButton text={() => location.href}>{texts.copyLink}</CopyButton>
      <Link href={addressOf('/meet', { ids, name })} className="button button-primary">
        {texts.findTime}
      </Link>
    </>
  )
}
