import { useEffect, useRef, useState } from 'react'
import { useNow } from '../clock/use-now.ts'
import { useText } from '../texts/use-text.tsx'

const UNDO_SECONDS = 10

type UndoButtonProps = {
  onUndo: () => void
  /** The id of the element that has the focus once the button is gone. */
  returnTo: string
  /** True where the button that had the focus may be gone. */
  takesFocus?: boolean
  onOver?: () => void
}

/** Offers for ten seconds to undo what was done. */
export function UndoButton({ onUndo, returnTo, takesFocus = false, onOver }: UndoButtonProps) {
  const t = useText()
  const now = useNow().epochMilliseconds
  const button = useRef<HTMLButtonElement>(null)
  const [endsAt] = useState(() => Date.now() + UNDO_SECONDS * 1000)
  const seconds = Math.ceil((endsAt - now) / 1000)
  const isOver = seconds <= 0
  const focus = () => document.getElementById(returnTo)?.focus({ preventScroll: true })
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true })
  }, [takesFocus])
  useEffect(() => {
    if (!isOver) return
    if (document.activeElement === document.body || document.activeElement === null) focus()
    onOver?.()
  }, [isOver])
  if (isOver) return null
  return (
    <button
      ref={button}
      type="button"
      className="button button-plain button-small"
      onClick={() => [onUndo(), focus()]}
    >
      {/* Read out once: a label that counts down would be read every second. */}
      <span className="sr-only">{t('record.undoPlain')}</span>
      <span aria-hidden="true">{t('record.undo', { count: Math.min(seconds, UNDO_SECONDS) })}</span>
    </button>
  )
}
