import { type FormEvent, useState } from 'react'
import { SignInButtons } from '../account/sign-in-buttons.tsx'
import type { Account } from '../account/use-account.ts'
import { browserZone } from '../clock/zone-time.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { describeFailure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Meet } from './meet.tsx'
import { PersonRow } from './person-row.tsx'
import { MAX_PEOPLE, type Person, usePeople } from './use-people.ts'
import { splitIds, useSelection } from './use-selection.ts'

/** The time of several people beside the reader's own, and a moment that suits them. */
export function PeoplePage({ account }: { account: Account }) {
  const texts = useTexts()
  const [{ ids, at }, select] = useSelection()
  const [typed, setTyped] = useState('')
  const { people, isLoading, isStale, error, reload } = usePeople(ids, !account.needsLoginToRead)
  const failure = describeFailure(error, texts)
  const me: Person = { id: '', name: texts.people.me, timezone: account.timezone ?? browserZone() }
  const others = people.filter(({ timezone }) => timezone !== undefined)
  const wanted = [...new Set([...ids, ...splitIds(typed)])]
  const isTooMany = wanted.length > MAX_PEOPLE

  function add(event: FormEvent) {
    event.preventDefault()
    if (isTooMany) return
    select({ ids: wanted })
    setTyped('')
  }

  return (
    <>
      <section className="card" aria-labelledby="people-heading">
        <h2 id="people-heading" className="mb-3 font-bold text-lg">
          {texts.people.heading}
        </h2>
        {account.needsLoginToRead && !account.isLoading && (
          <div className="mb-4 space-y-3">
            <p>{texts.account.signInToRead}</p>
            <SignInButtons providers={account.providers} />
          </div>
        )}
        <form onSubmit={add} className="flex items-start gap-3">
          <div className="flex-1">
            <TextField
              label={texts.people.add}
              hint={texts.people.addHint}
              value={typed}
              onChange={setTyped}
              error={isTooMany ? texts.people.tooMany(MAX_PEOPLE) : failure?.fields.ids}
            />
          </div>
          <button type="submit" className="button button-primary mt-7">
            {texts.people.addButton}
          </button>
        </form>
        <ul
          className="mt-4 divide-y divide-slate-200 dark:divide-slate-800"
          aria-label={texts.people.listLabel}
        >
          <PersonRow person={me} mine={me.timezone} />
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              mine={me.timezone}
              isLoading={isLoading || (isStale && person.timezone === undefined)}
              onRemove={() => select({ ids: ids.filter((id) => id !== person.id) })}
            />
          ))}
        </ul>
        {ids.length === 0 && <p className="mt-4 text-muted">{texts.people.empty}</p>}
        {failure && (
          <div className="mt-4">
            <FailureNote failure={failure} onRetry={() => reload()} />
          </div>
        )}
        {ids.length > 0 && (
          <div className="mt-4">
            <CopyButton text={() => location.href}>{texts.people.copyLink}</CopyButton>
          </div>
        )}
      </section>
      {others.length > 0 && (
        <Meet people={[me, ...others]} at={at} onChoose={(moment) => select({ at: moment })} />
      )}
    </>
  )
}
