import { useEffect, useRef, useState } from 'react'
import { useText } from '../texts/use-text.tsx'
import { Toast } from './toast.tsx'

type Offer = { message: string; undo: () => void }

/**
 * Offers for ten seconds to take back what was just done. After that, the focus returns to `returnTo`, an element’s id.
 * `takesFocus`: the button that had it may be gone.
 */
export function useUndo(returnTo: string, { takesFocus = false } = {}) {
  const [offer, setOffer] = useState<Offer & { at: number }>()
  const end = () => setOffer(undefined)
  const toast = offer && (
    <Toast key={offer.at}>
      <span>{offer.message}</span>
      <UndoButton
        onUndo={() => [offer.undo(), end()]}
        returnTo={returnTo}
        takesFocus={takesFocus}
        onOver={end}
      />
    </Toast>
  )
  return { offerUndo: (made: Offer) => setOffer({ ...made, at: Date.now() }), toast }
}

const OFFERED_MS = 10_000

type UndoButtonProps = {
  onUndo: () => void
  /** The id of the element that has the focus once the button is gone. */
  returnTo: string
  /** True where the button that had the focus may be gone. */
  takesFocus?: boolean
  onOver: () => void
}

/** Offers for ten seconds to undo what was done. */
export function UndoButton({ onUndo, returnTo, takesFocus = false, onOver }: UndoButtonProps) {
  const t = useText()
  const button = useRef<HTMLButtonElement>(null)
  const focus = () => document.getElementById(returnTo)?.focus({ preventScroll: true })
  useEffect(() => {
    const { current } = button
    if (takesFocus) current?.focus({ preventScroll: true })
    const timer = setTimeout(() => {
      if (document.activeElement === current) focus()
      onOver()
    }, OFFERED_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <button
      ref={button}
      type="button"
      className="button button-plain button-small"
      onClick={() => [onUndo(), focus()]}
    >
      {t('record.undo')}
    </button>
  )
}
