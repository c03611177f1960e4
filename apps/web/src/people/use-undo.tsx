import { useEffect, useState } from 'react'
import { useTexts } from '../texts/use-texts.tsx'
import { Toast } from '../ui/toast.tsx'

const OFFER_MS = 10_000

type Offer = { message: string; undo: () => void }

/** Offers for ten seconds to take back what was just removed. After that, the focus returns to `returnTo`, an element’s id. */
export function useUndo(returnTo: string) {
  const texts = useTexts().people
  const [offer, setOffer] = useState<Offer>()
  useEffect(() => {
    if (offer === undefined) return
    const timer = setTimeout(() => setOffer(undefined), OFFER_MS)
    return () => clearTimeout(timer)
  }, [offer])

  function undo() {
    offer?.undo()
    setOffer(undefined)
    document.getElementById(returnTo)?.focus({ preventScroll: true })
  }

  const toast = offer && (
    <Toast>
      <span>{offer.message}</span>
      <button type="button" className="button button-plain button-small" onClick={undo}>
        {texts.undo}
      </button>
    </Toast>
  )
  return { offerUndo: setOffer, toast }
}
