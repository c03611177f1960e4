import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../texts/use-text.tsx'

const NOTE_MS = 4000

type CopyButtonProps = {
  text: () => string
  children: ReactNode
  /** The accessible name, where the text alone is ambiguous. */
  label?: string
  look?: 'button-plain' | 'button-primary' | 'button-sky'
  onCopied?: () => void
}

/** Copies a text and says so; where the browser forbids that, shows the text, selected. */
export function CopyButton({ text, children, label, look = 'button-plain', onCopied }: CopyButtonProps) {
  const t = useText()
  const [isCopied, setIsCopied] = useState(false)
  const [uncopied, setUncopied] = useState<string>()
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), NOTE_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text())
      setIsCopied(true)
      onCopied?.()
      setUncopied(undefined)
    } catch {
      setUncopied(text())
    }
  }

  return (
    <span className="inline-flex max-w-full flex-wrap items-center">
      <button type="button" className={`button ${look}`} aria-label={label} onClick={copy}>
        {children}
      </button>
      <span role="status" className="text-sm not-empty:ms-2">
        {isCopied && t('copying.copied')}
      </span>
      {uncopied !== undefined && <SelectedText key={uncopied} text={uncopied} />}
    </span>
  )
}

function SelectedText({ text }: { text: string }) {
  const t = useText()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.select(), [])
  return (
    <label className="block w-full text-sm">
      {t('copying.copyFailed')}
      <textarea
        ref={field}
        className="field mt-1 font-mono"
        readOnly
        rows={text.split('\n').length}
        value={text}
      />
    </label>
  )
}
