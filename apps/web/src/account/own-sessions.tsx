import { useRef, useState } from 'react'
import { useTexts } from '../texts/use-texts.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { OwnSessionRow } from './own-session-row.tsx'
import type { Account } from './use-account.ts'
import { useAccountFailure } from './use-account-failure.ts'
import { useOwnSessions } from './use-own-sessions.ts'

/** Where the person is signed in, with a button that ends each session. */
export function OwnSessions({ account }: { account: Account }) {
  const { sessions: texts } = useTexts().accountPage
  const heading = useRef<HTMLHeadingElement>(null)
  const [ended, setEnded] = useState<string>()
  const { sessions, error, reload } = useOwnSessions()
  const failure = useAccountFailure(sessions === undefined ? error : null)

  function showEnded(device: string) {
    setEnded(device)
    heading.current?.focus()
  }

  return (
    <section aria-labelledby="sessions-heading">
      <h3 ref={heading} id="sessions-heading" tabIndex={-1} className="font-semibold outline-none">
        {texts.heading}
      </h3>
      <p role="status" className="text-sm text-success">
        {ended !== undefined && texts.ended(ended)}
      </p>
      {sessions === undefined && failure === undefined && <p className="text-muted">{texts.loading}</p>}
      {failure && (
        <div className="mt-3">
          <FailureNote failure={failure} onRetry={reload} />
        </div>
      )}
      <ul className="divide-y divide-line">
        {sessions?.map((session) => (
          <OwnSessionRow
            key={session.id}
            session={session}
            providers={account.providers}
            onEnded={showEnded}
          />
        ))}
      </ul>
      {sessions !== undefined && sessions.length > 1 && <SignOutEverywhere account={account} />}
    </section>
  )
}

function SignOutEverywhere({ account }: { account: Account }) {
  const { sessions: texts } = useTexts().accountPage
  return (
    <button
      type="button"
      className="button button-plain mt-2"
      aria-disabled={account.isSigningOut}
      onClick={() => !account.isSigningOut && account.signOut(true)}
    >
      {account.isSigningOut ? texts.ending : texts.endAll}
    </button>
  )
}
