import { useState } from 'react'
import { Toast } from './toast.tsx'
import { UndoButton } from './undo-button.tsx'

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
