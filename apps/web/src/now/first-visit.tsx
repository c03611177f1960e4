import { useEffect, useState } from 'react'
import { type Account, isForPrograms } from '../account/use-account.ts'
import { useDraft } from '../account/use-draft.ts'
import { deviceZone } from '../clock/zone-time.ts'
import { useOwn } from '../record/own-record.tsx'
import { SaveButtons } from '../record/save-buttons.tsx'
import { listedIds } from '../selection/lists.ts'
import { useCityOf, useText } from '../texts/use-text.tsx'
import { useMedia } from '../ui/use-media.ts'
import { ChangeZone } from '../zones/change-zone.tsx'

type FirstVisitProps = { account: Account; onLookAround: () => void }

/** Below the sky of a phone's first visit: what the page is for, and the one thing to do. */
export function FirstVisit({ account, onLookAround }: FirstVisitProps) {
  const t = useText()
  const own = useOwn()
  const cityOf = useCityOf()
  const isUnknown = own.origin === 'detected' && deviceZone() === undefined
  return (
    <section
      className="first-visit relative mx-auto -mt-8 min-h-80 rounded-t-[1.75rem] bg-surface px-5 pt-7 pb-6 print:hidden"
      aria-labelledby="first-heading"
    >
      <h2 id="first-heading" className="font-semibold text-xl tracking-tight">
        {t('first.title')}
      </h2>
      <p className="mt-1 text-muted">{t('first.text')}</p>
      {/* As high before it is known how this service saves. */}
      <div className="mt-5 flex flex-wrap gap-2 not-has-[.button-primary]:pt-14 [&_.button.button-primary]:basis-full [&_.button]:min-h-12 [&_.button]:grow [&_.button]:basis-2/5">
        <SaveButtons account={account} look="button-primary" />
        <ChangeZone
          label={isUnknown ? t('zone.pickHeading') : t('first.notIn', { zone: cityOf(own.timezone) })}
          look={isUnknown ? 'button-primary' : 'button-plain'}
        />
        <button
          type="button"
          className="button button-plain"
          onClick={() => {
            // The button is about to disappear.
            document.getElementById('content')?.focus({ preventScroll: true })
            onLookAround()
          }}
        >
          {t('first.lookAround')}
        </button>
      </div>
    </section>
  )
}

// Upright or turned.
const PHONE = '(width < 700px), (height < 500px) and (pointer: coarse)'
const SHOWS_MORE = /[?&](ids|save|login_error)=/

/** True on a phone's first visit, with what ends it. A link with people shows them at once. */
export function useFirstVisit(account: Account): [boolean, () => void] {
  const { draft, change } = useDraft()
  const isPhone = useMedia(PHONE)
  const [hasMore] = useState(() => SHOWS_MORE.test(location.search) || listedIds().size > 0)
  const isKnown = account.user !== undefined || draft.userId !== undefined
  const isMarked = draft.isKnown !== undefined
  useEffect(() => {
    if (isKnown && !isMarked) change({ isKnown: 'yes' })
  }, [isKnown, isMarked, change])
  const isFirst =
    isPhone && !hasMore && !isKnown && !isMarked && account.error === null && !isForPrograms(account)
  return [isFirst, () => change({ isKnown: 'yes' })]
}
