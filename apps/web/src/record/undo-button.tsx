import { useEffect, useRef, useState } from 'react'
import { useNow } from '../clock/use-now.ts'
import { useTexts } from '../texts/use-texts.tsx'

const UNDO_SECONDS = 10

/** Offers for ten seconds to undo a save or a deletion. Takes the focus, because the button that had it may be gone. */
export function UndoButton({ onUndo }: { onUndo: () => void }) {
  const texts = useTexts()
  const now = useNow().epochMilliseconds
  const button = useRef<HTMLButtonElement>(null)
  const [endsAt] = useState(() => Date.now() + UNDO_SECONDS * 1000)
  const seconds = Math.ceil((endsAt - now) / 1000)
  const isOver = seconds <= 0
  useEffect(() => {
    button.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    if (isOver && (document.activeElement === document.body || document.activeElement === null))
      document.getElementById('saved-heading')?.focus({ preventScroll: true })
  }, [isOver])
  if (isOver) return null
  return (
    <button ref={button} type="button" className="button button-plain button-small" onClick={onUndo}>
      {/* Read out once: a label that counts down would be read every second. */}
      <span className="sr-only">{texts.record.undoPlain}</span>
      <span aria-hidden="true">{texts.record.undo(Math.min(seconds, UNDO_SECONDS))}</span>
    </button>
  )
}
