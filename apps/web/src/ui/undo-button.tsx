import { useEffect, useRef, useState } from 'react'
import { useText } from '../texts/use-text.tsx'

const OFFERED_MS = 10_000

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
  const button = useRef<HTMLButtonElement>(null)
  const [isOver, setIsOver] = useState(false)
  const focus = () => document.getElementById(returnTo)?.focus({ preventScroll: true })
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true })
  }, [takesFocus])
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), OFFERED_MS)
    return () => clearTimeout(timer)
  }, [])
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
      {t('record.undo')}
    </button>
  )
}
