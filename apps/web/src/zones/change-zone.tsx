import { Suspense, startTransition, useState } from 'react'
import { useOwn } from '../record/own-record.tsx'
import { useText } from '../texts/use-text.tsx'
import { describeFailure } from '../ui/failure.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

// It is as large as the rest of the page, and most people do not need it.
const ZoneSheet = lazyPart(async () => (await import('./zone-sheet.tsx')).ZoneSheet)

/** The id of the button, which is there whatever is saved. */
export const CHANGE_ZONE = 'change-zone'

type ChangeZoneProps = {
  label?: string
  look?: 'button-sky' | 'button-plain' | 'button-primary'
}

/** A button that opens the picker of the reader's own zone, and has the focus again when the picker is closed. */
export function ChangeZone({ label, look = 'button-sky' }: ChangeZoneProps) {
  const t = useText()
  const { choose, changeError } = useOwn()
  const [isOpen, setIsOpen] = useState(false)
  const isInvalid = describeFailure(changeError, t)?.fields.timezone !== undefined

  function pick(name: string) {
    setIsOpen(false)
    choose(name)
  }

  return (
    <>
      <button
        id={CHANGE_ZONE}
        type="button"
        className={`button ${look}`}
        aria-haspopup="dialog"
        aria-describedby={isInvalid ? 'zone-error' : undefined}
        data-invalid={isInvalid}
        // Preparing the places takes a while on a slow phone, and must not delay the press.
        onClick={() => startTransition(() => setIsOpen(true))}
      >
        {label ?? t('zone.pick')}
      </button>
      {/* Always rendered, so that the transition waits for the sheet: what replaces a fallback is shown 300 ms late. */}
      <Suspense>
        {isOpen && <ZoneSheet onPick={pick} onClose={() => setIsOpen(false)} returnTo={CHANGE_ZONE} />}
      </Suspense>
    </>
  )
}
