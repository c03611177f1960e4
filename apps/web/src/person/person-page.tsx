import { useMemo } from 'react'
import { SignInToRead } from '../account/sign-in-buttons.tsx'
import type { Account } from '../account/use-account.ts'
import { idInPath } from '../selection/selection.ts'
import { usePerson } from '../selection/use-people.ts'
import { useText, useViewText } from '../texts/use-text.tsx'
import { FailureNote } from '../ui/failure.tsx'
import { NoClock } from '../ui/no-clock.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ServedView } from '../ui/skeleton.tsx'
import { PersonView } from './person-view.tsx'

/** One person's local time. Somebody who may not be seen looks like somebody who does not exist. */
export function PersonPage({ account }: { account: Account }) {
  const id = useMemo(() => idFrom(location.pathname), [])
  const t = useText()
  const needsLogin = account.needsLoginToRead && !account.isLoading
  const mayRead = !account.isLoading && !account.needsLoginToRead
  const { person, error, reload } = usePerson(id, mayRead)
  const { timezone } = person
  if (timezone !== undefined) return <PersonView account={account} person={{ ...person, timezone }} />
  if (person.state === 'missing') return <Missing />
  if (!needsLogin && !error) return <ServedView />
  return (
    <div className="page py-6">
      {needsLogin ? (
        <section className="section">
          <PageTitle title={t('pages.people')} />
          <SignInToRead account={account} />
        </section>
      ) : (
        <FailureNote error={error} onRetry={reload} />
      )}
    </div>
  )
}

/** The router decodes a path only in part: an id may contain a slash or a percent sign. */
function idFrom(path: string): string {
  return idInPath(path.replace('/u/', '').replace(/\/$/, ''))
}

function Missing() {
  const t = useViewText()
  return <NoClock text={t('noClock.text')} home={t('person.home')} />
}
