import { usePendingLogin } from '../account/pending-login.ts'
import { SignInLinks } from '../account/sign-in-buttons.tsx'
import type { Account } from '../account/use-account.ts'
import { useTexts } from '../texts/use-texts.tsx'
import type { RecordFormState } from './use-record-form.ts'

type SaveButtonProps = { account: Account; form: RecordFormState }

/** Saves a signed-in person's zone, where there is something to save. */
export function SaveButton({ account, form: { origin, record } }: SaveButtonProps) {
  const texts = useTexts()
  const isDone = record.save.isSuccess && origin === 'saved'
  if (account.user === undefined || (origin === 'saved' && !isDone)) return null
  const label = record.save.isPending ? texts.record.saving : texts.record.save
  return (
    // Stays after saving, and is not `disabled` while busy, because either would lose the focus.
    <button type="submit" className="button button-sky-primary" aria-disabled={record.isBusy}>
      {isDone ? texts.record.savedPlain : label}
    </button>
  )
}

/** Signing in here saves the zone that is shown. */
export function SignInToSave({ account, timezone }: { account: Account; timezone: string }) {
  const login = usePendingLogin(timezone)
  return (
    <SignInLinks
      providers={account.providers}
      className="button button-sky-primary"
      redirect={login.redirect}
      onSignIn={login.begin}
    />
  )
}

/** Explains why there is no save button, if there is none. */
export function HowToSave({ account }: { account: Account }) {
  const texts = useTexts()
  if (account.isOpen || account.user !== undefined || account.isLoading || account.error !== null) return null
  return (
    <p className="max-w-prose text-muted text-sm">
      {account.providers.length > 0 ? texts.account.signInToSave : texts.account.programsOnly}
    </p>
  )
}
