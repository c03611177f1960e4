import { useState } from 'react'
import { useAccountText } from '../texts/use-text.tsx'
import { type Ended, EntryList } from './entry-list.tsx'
import { OwnSessionRow } from './own-session-row.tsx'
import type { Account } from './use-account.ts'
import { useOwnSessions } from './use-own-sessions.ts'

/** Where the person is signed in, with a button that ends each session. */
export function OwnSessions({ account }: { account: Account }) {
  const t = useAccountText()
  const [ended, setEnded] = useState<Ended>()
  const { sessions, error, reload } = useOwnSessions()
  return (
    <EntryList ended={ended} query={{ isLoaded: sessions !== undefined, error, reload }}>
      <ul className="divide-y divide-line">
        {sessions?.map((session) => (
          <OwnSessionRow
            key={session.id}
            session={session}
            providers={account.providers}
            onEnded={(device) => setEnded({ note: t('accountPage.sessions.ended', { device }) })}
          />
        ))}
      </ul>
      {sessions !== undefined && sessions.length > 1 && <SignOutEverywhere account={account} />}
    </EntryList>
  )
}

function SignOutEverywhere({ account }: { account: Account }) {
  const t = useAccountText()
  return (
    <button
      type="button"
      className="button button-plain mt-2"
      aria-disabled={account.isSigningOut}
      onClick={() => !account.isSigningOut && account.signOut(true)}
    >
      {account.isSigningOut ? t('accountPage.sessions.ending') : t('account.signOutEverywhere')}
    </button>
  )
}
