import { useId } from 'react'
import { Link } from 'wouter'
import { usePendingLogin } from '../account/pending-login.ts'
import { SignInLinks } from '../account/sign-in-buttons.tsx'
import type { Account } from '../account/use-account.ts'
import { ClockText } from '../clock/clock-text.tsx'
import { useTexts } from '../texts/use-texts.tsx'
import { useCityOf } from '../zones/use-city-of.ts'

type ShowYoursProps = {
  account: Account
  name: string
  /** The reader's own zone, if it is known. */
  mine: string | undefined
}

/** Asks a reader without a record for their own zone. Where they sign in with one press, that also saves it. */
export function ShowYours({ account, name, mine }: ShowYoursProps) {
  const texts = useTexts()
  const headingId = useId()
  const isOneTap = mine !== undefined && account.providers.length > 0 && account.user === undefined
  return (
    <section className="page print:hidden py-6" aria-labelledby={headingId}>
      <div className="max-w-[42rem] space-y-3">
        <div>
          <h2 id={headingId} className="heading wrap-anywhere">
            {texts.person.showYours(name)}
          </h2>
          {mine !== undefined && <Mine timezone={mine} />}
        </div>
        {isOneTap ? (
          <OneTap providers={account.providers} timezone={mine} />
        ) : (
          <Link href="/" className="button button-primary">
            {texts.person.home}
          </Link>
        )}
      </div>
    </section>
  )
}

/** `Chicago · 13:36 · Change` */
function Mine({ timezone }: { timezone: string }) {
  const texts = useTexts()
  const cityOf = useCityOf()
  return (
    <p className="text-muted">
      <span>{`${cityOf(timezone)} · `}</span>
      <ClockText timezone={timezone} />
      <span> · </span>
      <Link href="/" className="link">
        {texts.zone.pick}
      </Link>
    </p>
  )
}

function OneTap({ providers, timezone }: Pick<Account, 'providers'> & { timezone: string }) {
  const texts = useTexts().person
  const login = usePendingLogin(timezone)
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <SignInLinks
          providers={providers}
          className="button button-primary"
          redirect={login.redirect}
          onSignIn={login.begin}
        />
      </div>
      <p className="text-muted text-sm">{texts.oneTap}</p>
    </>
  )
}
