import { useText } from '../texts/use-text.tsx'
import { SignInButtons } from './sign-in-buttons.tsx'
import type { Account } from './use-account.ts'

/** Asks for a login where only signed-in people can look others up; renders nothing elsewhere. */
export function SignInToRead({ account }: { account: Account }) {
  const t = useText()
  if (!account.needsLoginToRead || account.isLoading) return null
  return (
    <div className="mb-4 space-y-3">
      <p>{t('account.signInToRead')}</p>
      <SignInButtons providers={account.providers} />
    </div>
  )
}
