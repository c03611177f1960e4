import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../texts/use-text.tsx'
import { icon } from './icons.tsx'

const CheckIcon = icon('m5 12.5 4.5 4.5L19 7.5')
const NOTE_MS = 4000

type CopyButtonProps = {
  text: () => string
  /** What the share sheet gets; the text is copied where there is none, or where it refuses. */
  share?: () => ShareData
  children: ReactNode
  /** The accessible name, where the text alone is ambiguous. */
  label?: string
  look?: 'button-plain' | 'button-primary' | 'button-sky' | 'menu-item'
  onCopied?: () => void
}

/** Copies a text and says so on itself, so that nothing moves; where the browser forbids that, shows the text, selected. */
export function CopyButton({
  text,
  share,
  children,
  label,
  look = 'button-plain',
  onCopied,
}: CopyButtonProps) {
  const t = useText()
  const [isCopied, setIsCopied] = useState(false)
  const [uncopied, setUncopied] = useState<string>()
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), NOTE_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    if (share && (await offerToShare(share()))) return
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
    <span className="relative inline-flex max-w-full flex-wrap items-center">
      <button
        type="button"
        className={look === 'menu-item' ? look : `button ${look}`}
        aria-label={label}
        onClick={copy}
      >
        <span
          className={`inline-flex max-w-full items-center justify-center gap-2 ${isCopied ? 'opacity-0' : ''}`}
        >
          {children}
        </span>
      </button>
      <span
        role="status"
        className={`@container pointer-events-none absolute inset-0 ${look === 'button-primary' ? 'text-on-accent' : ''}`}
      >
        {isCopied && (
          <span className="flex size-full items-center justify-center gap-2 font-medium">
            <CheckIcon isSmall />
            <span className="@max-[8rem]:sr-only">{t('copying.copied')}</span>
          </span>
        )}
      </span>
      {uncopied !== undefined && (
        <SelectedText key={uncopied} label={t('copying.copyFailed')} text={uncopied} />
      )}
    </span>
  )
}

/** Resolves to false if the browser cannot share it. A reader who closes the sheet has seen it. */
export async function offerToShare(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

/** A text, selected, where it cannot be copied. */
export function SelectedText({ label, text }: { label: string; text: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.select(), [])
  return (
    <label className="block w-full text-sm">
      {label}
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
