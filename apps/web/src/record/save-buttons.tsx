import { startTransition } from 'react'
import { usePendingLogin } from '../account/pending-login.ts'
import { SignInLinks } from '../account/sign-in-buttons.tsx'
import { type Account, isForPrograms } from '../account/use-account.ts'
import { deviceZone } from '../clock/zone-time.ts'
import { useCityOf, useText } from '../texts/use-text.tsx'
import { useOwn } from './own-record.tsx'

type SaveButtonsProps = {
  account: Account
  look: 'button-sky-primary' | 'button-primary'
  /** What a stranger's button says instead of `Save London`. */
  label?: string | undefined
}

/** What saves the zone that is shown, where there is something to save: a button, or signing in. */
export function SaveButtons({ account, look, label }: SaveButtonsProps) {
  const { origin, isBusy, isLoading, timezone } = useOwn()
  const isSaved = origin === 'saved' || isLoading
  const isUnknown = origin === 'detected' && deviceZone() === undefined
  if (account.isLoading || isUnknown) return null
  if (!account.isOpen && account.user === undefined)
    return <SignInToSave account={account} timezone={timezone} look={look} />
  if (isSaved && !isBusy) return null
  return <SaveButton look={look} label={label} />
}

function SaveButton({ look, label }: Omit<SaveButtonsProps, 'account'>) {
  const t = useText()
  const cityOf = useCityOf()
  const { isBusy, timezone, userId, setAsked, save } = useOwn()
  const isStranger = userId === ''
  const strangers = label ?? t('record.saveZone', { zone: cityOf(timezone) })

  function press() {
    if (isStranger) startTransition(() => setAsked('who'))
    else if (!isBusy) save()
  }

  return (
    // Not `disabled` while busy, because that would lose the focus.
    <button
      type="button"
      className={`button ${look}`}
      aria-haspopup={isStranger ? 'dialog' : undefined}
      aria-disabled={isBusy}
      onClick={press}
    >
      {isBusy ? t('record.saving') : isStranger ? strangers : t('record.save')}
    </button>
  )
}

type SignInToSaveProps = { account: Account; timezone: string; look: string }

/** Signing in here saves the zone that is shown. */
function SignInToSave({ account, timezone, look }: SignInToSaveProps) {
  const t = useText()
  const cityOf = useCityOf()
  const login = usePendingLogin(timezone)
  return (
    <SignInLinks
      providers={account.providers}
      className={`button ${look}`}
      label={(provider) => t('record.saveWith', { zone: cityOf(timezone), provider })}
      redirect={login.redirect}
      onSignIn={login.begin}
    />
  )
}

/** Explains why nobody can save here, where only programs can. */
export function HowToSave({ account }: { account: Account }) {
  const t = useText()
  if (!isForPrograms(account)) return null
  return <p className="max-w-prose text-muted text-sm">{t('account.programsOnly')}</p>
}
