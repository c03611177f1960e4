import { useState } from 'react'
import { useTexts } from '../texts/use-texts.tsx'

type CopyButtonProps = { text: () => string; children: string }

/** Copies a text and says so. */
export function CopyButton({ text, children }: CopyButtonProps) {
  const { people } = useTexts()
  const [outcome, setOutcome] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text())
      setOutcome(people.copied)
    } catch {
      setOutcome(people.copyFailed)
    }
    setTimeout(() => setOutcome(''), 4000)
  }

  return (
    <span className="inline-flex items-center gap-2">
      <button type="button" className="button button-plain" onClick={copy}>
        {children}
      </button>
      <span role="status" className="text-sm">
        {outcome}
      </span>
    </span>
  )
}
