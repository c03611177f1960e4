import { type ToggleEvent, useId, useRef } from 'react'
import { Link } from 'wouter'
import { useTexts } from '../texts/use-texts.tsx'
import { SignInButtons } from './sign-in-buttons.tsx'
import type { Account } from './use-account.ts'

/** Who is signed in, with a menu to sign out; or how to sign in. */
export function AccountBar({ account }: { account: Account }) {
  if (account.user !== undefined)
    return <AccountMenu name={account.user.username} onSignOut={account.signOut} />
  if (account.isLoading || account.providers.length === 0) return null
  return <SignInButtons providers={account.providers} isSmall />
}

// As `.menu` has it.
const MENU_WIDTH = 'min(14rem, 100vw - 1rem)'

type AccountMenuProps = { name: string; onSignOut: (everywhere: boolean) => void }

/** A native popover: Esc and a tap outside close it, and the focus returns to its button. */
function AccountMenu({ name, onSignOut }: AccountMenuProps) {
  const id = useId()
  const { account } = useTexts()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  function place({ currentTarget }: ToggleEvent<HTMLDivElement>) {
    const box = button.current?.getBoundingClientRect()
    if (box === undefined) return
    currentTarget.style.top = `${box.bottom + 4}px`
    // Right-aligned with the button, but never beyond the screen's left edge.
    currentTarget.style.left = `max(8px, calc(${box.right}px - ${MENU_WIDTH}))`
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className="button button-plain button-small max-w-64"
        popoverTarget={id}
      >
        <span className="truncate">{account.signedInAs(name)}</span>
      </button>
      <div ref={menu} id={id} popover="auto" onBeforeToggle={place} className="card menu">
        <Link
          href="/account"
          className="button button-plain button-small"
          onClick={() => menu.current?.hidePopover()}
        >
          {account.open}
        </Link>
        <button type="button" className="button button-plain button-small" onClick={() => onSignOut(false)}>
          {account.signOut}
        </button>
        <button type="button" className="button button-plain button-small" onClick={() => onSignOut(true)}>
          {account.signOutEverywhere}
        </button>
      </div>
    </>
  )
}
