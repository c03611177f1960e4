import { useAccountText } from '../texts/use-text.tsx'
import { type Failure, FailureNote, isStatus } from '../ui/failure.tsx'
import { SignInButtons } from './sign-in-buttons.tsx'
import type { Account } from './use-account.ts'

type OutcomeProps = {
  account: Account
  isPending: boolean
  /** What has been done, in words. */
  done: string | false | undefined
  error: unknown
  /** What did not work, before why. */
  message: (failure: Failure) => string
}

/** The outcome of the last write. Always in the page, because screen readers announce only changes to a live region. */
export function Outcome({ account, isPending, done, error, message }: OutcomeProps) {
  const t = useAccountText()
  return (
    <div className="text-sm">
      <p role="status">
        {isPending && <span className="mt-2 block text-muted">{t('record.saving')}</span>}
        {!isPending && done && <span className="mt-2 block text-success">{done}</span>}
      </p>
      {error !== null && !isPending && (
        <div className="mt-2 space-y-3">
          <FailureNote error={error} message={message} />
          {isStatus(error, 401) && <SignInButtons providers={account.providers} />}
        </div>
      )}
    </div>
  )
}
