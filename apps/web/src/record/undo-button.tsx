import { useState } from 'react'
import { useNow } from '../clock/use-now.ts'
import { useTexts } from '../texts/use-texts.tsx'

const UNDO_SECONDS = 10

/** Offers to take something back for ten seconds from its first rendering. */
export function UndoButton({ onUndo }: { onUndo: () => void }) {
  const texts = useTexts()
  const now = useNow().epochMilliseconds
  const [endsAt] = useState(() => Date.now() + UNDO_SECONDS * 1000)
  const seconds = Math.ceil((endsAt - now) / 1000)
  if (seconds <= 0) return null
  return (
    <button type="button" className="button button-plain button-small" onClick={onUndo}>
      {texts.record.undo(Math.min(seconds, UNDO_SECONDS))}
    </button>
  )
}
