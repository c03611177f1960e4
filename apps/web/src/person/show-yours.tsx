import { skyAt } from '@timezone-registry/zones/sky'
import { useId } from 'react'
import { Link } from 'wouter'
import { usePendingLogin } from '../account/pending-login.ts'
import { SignInLinks } from '../account/sign-in-buttons.tsx'
import type { Account } from '../account/use-account.ts'
import { ClockText } from '../clock/clock-text.tsx'
import { toCss } from '../clock/sky.ts'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { inZone } from '../clock/zone-time.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { useCityOf } from '../zones/use-city-of.ts'
import './show-yours.css'

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
    <section className="show-yours print:hidden" aria-labelledby={headingId}>
      <div className="flex items-center gap-3">
        {mine !== undefined && <SkyTile timezone={mine} />}
        <div className="min-w-0">
          <h2 id={headingId} className="wrap-anywhere font-semibold">
            {texts.person.showYours(name)}
          </h2>
          {mine !== undefined && <Mine timezone={mine} />}
        </div>
      </div>
      {isOneTap ? (
        <OneTap providers={account.providers} timezone={mine} />
      ) : (
        <Link href="/" className="button button-primary w-full">
          {texts.person.home}
        </Link>
      )}
    </section>
  )
}

/** The sky over a zone, with its sun or moon. */
function SkyTile({ timezone }: { timezone: string }) {
  const there = inZone(timezone, useMinute(), useServiceClocks())
  if (there === undefined) return null
  const hour = there.hour + there.minute / 60
  const isDay = hour >= 6 && hour < 18
  return (
    <span
      className={`sky-tile ${isDay ? 'sky-tile-day' : ''}`}
      style={{ backgroundColor: toCss(skyAt(hour)) }}
      aria-hidden="true"
    />
  )
}

/** `Chicago · 13:36 · Change` */
function Mine({ timezone }: { timezone: string }) {
  const texts = useTexts()
  const cityOf = useCityOf()
  return (
    <p className="text-sm">
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
          className="button button-primary grow"
          redirect={login.redirect}
          onSignIn={login.begin}
        />
      </div>
      <p className="text-center text-xs">{texts.oneTap}</p>
    </>
  )
}
