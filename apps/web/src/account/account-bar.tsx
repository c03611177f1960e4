import { type ReactNode, type ToggleEvent, useId, useRef } from 'react'
import { Link } from 'wouter'
import { useTexts } from '../texts/use-texts.tsx'
import { describeFailure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { PersonIcon } from '../ui/icons.tsx'
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
      <Menu label={texts.account.signInMenu}>
        {() => <SignInLinks providers={providers} className="menu-item" />}
      </Menu>
    )
  return <SignInLinks providers={providers} className="button button-sky button-small" isInHeader />
}

// The same width as `.menu`.
const MENU_WIDTH = 'min(14rem, 100vw - 1rem)'

type MenuProps = { label: string; initial?: string | undefined; children: (close: () => void) => ReactNode }

/** A native popover: Esc and a tap outside close it, and the focus returns to its button. */
function Menu({ label, initial, children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  function place({ currentTarget }: ToggleEvent<HTMLDivElement>) {
    const box = button.current?.getBoundingClientRect()
    if (box === undefined) return
    const { innerWidth } = window
    const fromEnd = getComputedStyle(currentTarget).direction === 'rtl' ? box.left : innerWidth - box.right
    currentTarget.style.top = `${box.bottom + 4}px`
    // Aligned with the end of the button, but never past the edge of the screen.
    currentTarget.style.insetInlineEnd = `min(${fromEnd}px, calc(100vw - 8px - ${MENU_WIDTH}))`
  }

  return (
    <>
      <button ref={button} type="button" className="avatar" data-initial={initial} popoverTarget={id}>
        {initial === undefined && <PersonIcon />}
        <span className="sr-only">{label}</span>
      </button>
      <div ref={menu} id={id} popover="auto" onBeforeToggle={place} className="popup menu">
        {children(() => menu.current?.hidePopover())}
      </div>
    </>
  )
}

type AccountMenuProps = { name: string; onSignOut: (everywhere: boolean) => void }

function AccountMenu({ name, onSignOut }: AccountMenuProps) {
  const { account } = useTexts()
  const [initial] = new Intl.Segmenter().segment(name)
  return (
    <Menu label={account.signedInAs(name)} initial={initial?.segment}>
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
