import { useEffect, useId, useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '../account/use-account.ts'
import { ClockText } from '../clock/clock-text.tsx'
import { type OwnRecord, useOwn } from '../record/own-record.tsx'
import { SaveButtons } from '../record/save-buttons.tsx'
import { addToList, OWN } from '../selection/lists.ts'
import { personAddress, readList } from '../selection/selection.ts'
import { useCityOf, useText, useViewText } from '../texts/use-text.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

type ShowYoursProps = {
  account: Account
  name: string
  /** The reader's own zone, if it is known. */
  mine: string | undefined
}

/** Asks a reader without a record for their own zone. Signing in saves it, or saying who they are. */
export function ShowYours({ account, name, mine }: ShowYoursProps) {
  const t = useViewText()
  const cityOf = useCityOf()
  const headingId = useId()
  const { timezone } = useOwn()
  const canSave = account.isOpen || (account.providers.length > 0 && account.user === undefined)
  const isOneTap = mine !== undefined && canSave
  return (
    // On the sky, at the end of the first screen.
    <section
      className="mt-auto grid gap-3.5 rounded-3xl bg-raised p-4 text-ink shadow-[0_-0.5rem_2.5rem_oklch(0.1_0.05_280/0.25)] forced-colors:border print:hidden [&_.link]:text-accent [&_p]:text-soft"
      aria-labelledby={headingId}
    >
      <div>
        <h2 id={headingId} className="wrap-anywhere font-semibold">
          {t('person.showYours', { name })}
        </h2>
        {mine !== undefined && <Mine timezone={mine} />}
      </div>
      {isOneTap ? (
        <>
          <div className="flex flex-wrap gap-2 *:grow">
            <SaveButtons
              account={account}
              look="button-primary"
              label={t('person.saveMine', { zone: cityOf(timezone) })}
            />
          </div>
          {!account.isOpen && <p className="text-center text-xs">{t('person.oneTap')}</p>}
        </>
      ) : (
        <Link href="/" className="button button-primary w-full">
          {t('person.home')}
        </Link>
      )}
    </section>
  )
}

/** `Chicago · 13:36 · Change` */
function Mine({ timezone }: { timezone: string }) {
  const t = useText()
  const cityOf = useCityOf()
  return (
    <p className="text-sm">
      <span>{`${cityOf(timezone)} · `}</span>
      <ClockText timezone={timezone} />
      <span> · </span>
      <Link href="/" className="link">
        {t('zone.pick')}
      </Link>
    </p>
  )
}

/** True once the reader has saved a zone on somebody's page, who then is among their people. */
export function useSavedHere(id: string, { state }: OwnRecord): boolean {
  const isSaved = state.step === 'saved' && state.saved.record !== undefined
  // The outcome is gone after a while.
  const [wasSaved, setWasSaved] = useState(isSaved)
  if (isSaved && !wasSaved) setWasSaved(true)
  useEffect(() => {
    if (wasSaved) addToList(OWN, readList([id]))
  }, [wasSaved, id])
  return wasSaved
}

/** For a reader who has saved their zone on a friend's page: sends their own page back. */
export function SendYours({ name, ownId }: { name: string; ownId: string }) {
  const t = useViewText()
  const url = personAddress(ownId)
  return (
    <div className="wrap-anywhere print:hidden">
      <CopyButton text={() => url} share={() => ({ url })} look="button-primary">
        {t('person.sendYours', { name })}
      </CopyButton>
    </div>
  )
}
