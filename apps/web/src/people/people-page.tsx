import { SignInButtons } from '../account/sign-in-buttons.tsx'
import type { Account } from '../account/use-account.ts'
import { browserZone } from '../clock/zone-time.ts'
import { loadDraftUserId } from '../record/use-draft.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { describeFailure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { AddPeople } from './add-people.tsx'
import { Meet } from './meet.tsx'
import { PeopleList } from './people-list.tsx'
import { type Person, usePeople } from './use-people.ts'
import { useSelection } from './use-selection.ts'

/** The local times of several people beside the reader's own, and a time that suits them. */
export function PeoplePage({ account }: { account: Account }) {
  const texts = useTexts()
  const [{ ids, at }, select] = useSelection()
  const { people, error, reload } = usePeople(ids, !account.needsLoginToRead)
  const failure = describeFailure(error, texts)
  const ownId = account.user?.id ?? (account.isOpen ? loadDraftUserId() : '')
  const me = toReader({ own: people.find(({ id }) => id === ownId), account, name: texts.people.me })
  const others = people.filter(({ id }) => id !== ownId)
  const comparable = others.filter(({ timezone }) => timezone !== undefined)

  return (
    <>
      <PageTitle title={texts.pages.people} />
      <section className="card" aria-labelledby="people-heading">
        <h2 id="people-heading" className="mb-3 font-bold text-lg">
          {texts.people.heading}
        </h2>
        {account.needsLoginToRead && !account.isLoading && <SignInToRead account={account} />}
        <AddPeople ids={ids} error={failure?.fields.ids} onAdd={(wanted) => select({ ids: wanted })} />
        <PeopleList
          me={me}
          others={others}
          onRemove={(removed) => select({ ids: ids.filter((id) => id !== removed) })}
        />
        {ids.length === 0 && <p className="mt-4 text-muted">{texts.people.empty}</p>}
        {failure && (
          <div className="mt-4">
            <FailureNote failure={failure} onRetry={() => reload()} />
          </div>
        )}
        {ids.length > 0 && <CopyLink />}
      </section>
      {comparable.length > 0 && (
        <Meet people={[me, ...comparable]} at={at} onChoose={(moment) => select({ at: moment })} />
      )}
    </>
  )
}

function CopyLink() {
  const { people } = useTexts()
  return (
    <div className="mt-4">
      <CopyButton text={() => location.href}>{people.copyLink}</CopyButton>
    </div>
  )
}

function SignInToRead({ account }: { account: Account }) {
  const texts = useTexts()
  return (
    <div className="mb-4 space-y-3">
      <p>{texts.account.signInToRead}</p>
      <SignInButtons providers={account.providers} />
    </div>
  )
}

type ReaderParts = { own: Person | undefined; account: Account; name: string }

/** The reader: listed once, also when their own id is among the people. */
function toReader({ own, account, name }: ReaderParts): Person {
  return { id: '', name, timezone: own?.timezone ?? account.timezone ?? browserZone(), state: 'found' }
}
