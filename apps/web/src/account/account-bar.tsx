import { useTexts } from '../texts/use-texts.tsx'
import { SignInButtons } from './sign-in-buttons.tsx'
import type { Account } from './use-account.ts'

/** Who is signed in, and the way in and out. */
export function AccountBar({ account }: { account: Account }) {
  const texts = useTexts()
  if (account.user === undefined)
    return account.providers.length > 0 && !account.isLoading ? (
      <SignInButtons providers={account.providers} isSmall />
    ) : null
  return (
    <details className="relative">
      <summary className="button button-plain button-small max-w-64 list-none">
        <span className="truncate">{texts.account.signedInAs(account.user.username)}</span>
      </summary>
      <div className="card absolute right-0 z-20 mt-1 flex w-56 flex-col gap-2 p-3 sm:p-3">
        <button
          type="button"
          className="button button-plain button-small"
          onClick={() => account.signOut(false)}
        >
          {texts.account.signOut}
        </button>
        <button
          type="button"
          className="button button-plain button-small"
          onClick={() => account.signOut(true)}
        >
          {texts.account.signOutEverywhere}
        </button>
      </div>
    </details>
  )
}
