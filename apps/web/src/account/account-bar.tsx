import { Link } from 'wouter'
import { useTexts } from '../texts/use-texts.tsx'
import { describeFailure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { PersonIcon } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'
import { Toast } from '../ui/toast.tsx'
import { SignInLinks } from './sign-in-buttons.tsx'
import type { Account } from './use-account.ts'

/** Who is signed in, with a menu to sign out; or how to sign in. */
export function AccountBar({ account }: { account: Account }) {
  const texts = useTexts()
  const { user, providers } = account
  if (user !== undefined)
    return (
      <>
        <AccountMenu name={user.username} onSignOut={account.signOut} />
        <SignOutFailure account={account} />
      </>
    )
  if (account.isLoading || providers.length === 0) return null
  if (providers.length > 1)
    return (
      <Menu
        className="avatar"
        label={
          <>
            <PersonIcon />
            <span className="sr-only">{texts.account.signInMenu}</span>
          </>
        }
      >
        {() => <SignInLinks providers={providers} className="menu-item" />}
      </Menu>
    )
  return <SignInLinks providers={providers} className="button button-sky button-small" isInHeader />
}

type AccountMenuProps = { name: string; onSignOut: (everywhere: boolean) => void }

function AccountMenu({ name, onSignOut }: AccountMenuProps) {
  const { account } = useTexts()
  const [initial] = new Intl.Segmenter().segment(name)
  return (
    <Menu
      className="avatar"
      initial={initial?.segment}
      label={<span className="sr-only">{account.signedInAs(name)}</span>}
    >
      {(close) => (
        <>
          <p className="truncate px-3 py-2 text-sm text-soft" dir="auto" aria-hidden="true">
            {name}
          </p>
          <Link href="/account" className="menu-item" onClick={close}>
            {account.open}
          </Link>
          <button type="button" className="menu-item" onClick={() => [close(), onSignOut(false)]}>
            {account.signOut}
          </button>
          <button type="button" className="menu-item" onClick={() => [close(), onSignOut(true)]}>
            {account.signOutEverywhere}
          </button>
        </>
      )}
    </Menu>
  )
}

function SignOutFailure({ account }: { account: Account }) {
  const failure = describeFailure(account.signOutError, useTexts())
  if (failure === undefined) return null
  return (
    <Toast>
      <FailureNote failure={failure} onRetry={account.signOutAgain} />
    </Toast>
  )
}
