import { useEffect, useRef } from 'react'
import { useText } from '../../texts/use-text.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

type CreatedKeyProps = { secret: string; onCopied: () => void; onDone: () => void }

/** A new key's secret, selected for copying. It is shown only this once. */
export function CreatedKey({ secret, onCopied, onDone }: CreatedKeyProps) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <div className="space-y-3">
      <p role="status">Copy it now. It won’t be shown again.</p>
      <label className="block">
        <span className="mb-1 block text-sm">Key</span>
        <input ref={field} className="field font-mono" readOnly value={secret} dir="ltr" />
      </label>
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton text={() => secret} look="button-primary" onCopied={onCopied}>
          {t('copying.copy')}
        </CopyButton>
        <button type="button" className="button button-plain" onClick={onDone}>
          Done
        </button>
      </div>
    </div>
  )
}
