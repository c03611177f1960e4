import { SignInButtons } from '../account/sign-in-buttons.tsx'
import type { Account } from '../account/use-account.ts'
import { useTexts } from '../texts/use-texts.tsx'

/** A way to sign in after the session has ended. */
export function SessionOver({ account }: { account: Account }) {
  const texts = useTexts()
  return (
    <div className="space-y-3" role="alert">
      <p>{texts.account.expired}</p>
      <SignInButtons providers={account.providers} />
    </div>
  )
}
