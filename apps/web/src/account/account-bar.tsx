import { Link } from 'wouter'
import { useText } from '../texts/use-text.tsx'
import { FailureNote } from '../ui/failure.tsx'
import { firstLetter } from '../ui/first-letter.ts'
import { PersonIcon } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'
import { Toast } from '../ui/toast.tsx'
import { SignInLinks } from './sign-in-buttons.tsx'
import type { Account } from './use-account.ts'
import { useDraft } from './use-draft.ts'

/** Who is signed in, with a menu to sign out; or how to sign in. */
export function AccountBar({ account }: { account: Account }) {
  const t = useText()
  const { user, providers } = account
  const { draft } = useDraft()
  if (user !== undefined)
    return (
      <>
        <AccountMenu name={user.username} onSignOut={account.signOut} />
        {account.signOutError !== null && (
          <Toast>
            <FailureNote error={account.signOutError} onRetry={account.signOutAgain} />
          </Toast>
        )}
      </>
    )
  if (account.isOpen && draft.userId !== undefined)
    return (
      <Link href="/account" className="avatar" data-initial={firstLetter(draft.username || draft.userId)}>
        <span className="sr-only">{t('account.open')}</span>
      </Link>
    )
  if (account.isLoading || providers.length === 0) return null
  if (providers.length > 1)
    return (
      <Menu className="avatar" name={t('account.signInMenu')} label={<PersonIcon />}>
        {() => <SignInLinks providers={providers} className="menu-item" />}
      </Menu>
    )
  return <SignInLinks providers={providers} className="button button-sky button-small" isInHeader />
}

type AccountMenuProps = { name: string; onSignOut: (everywhere: boolean) => void }

function AccountMenu({ name, onSignOut }: AccountMenuProps) {
  const t = useText()
  return (
    <Menu className="avatar" initial={firstLetter(name)} name={t('account.signedInAs', { name })}>
      {(close) => (
        <>
          <p className="truncate px-3 py-2 text-sm text-soft" dir="auto" aria-hidden="true">
            {name}
          </p>
          <Link href="/account" className="menu-item" onClick={close}>
            {t('account.open')}
          </Link>
          <button type="button" className="menu-item" onClick={() => [close(), onSignOut(false)]}>
            {t('account.signOut')}
          </button>
          <button type="button" className="menu-item" onClick={() => [close(), onSignOut(true)]}>
            {t('account.signOutEverywhere')}
          </button>
        </>
      )}
    </Menu>
  )
}
