import { useEffect, useId, useRef } from 'react'
import { useTexts } from '../../texts/use-texts.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

type CreatedKeyProps = { name: string; secret: string; onDone: () => void }

/** A new key's secret, selected for copying. It is shown only this once. */
export function CreatedKey({ name, secret, onDone }: CreatedKeyProps) {
  const { keys: texts, copying } = useTexts()
  const field = useRef<HTMLInputElement>(null)
  const headingId = useId()
  useEffect(() => field.current?.select(), [])
  return (
    <section className="mt-4 max-w-prose space-y-3" aria-labelledby={headingId}>
      <h4 id={headingId} className="font-medium wrap-anywhere">
        {texts.ready(name)}
      </h4>
      <p role="status">{texts.once}</p>
      <label className="block">
        <span className="mb-1 block text-sm">{texts.secret}</span>
        <input ref={field} className="field font-mono" readOnly value={secret} dir="ltr" />
      </label>
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton text={() => secret} look="button-primary">
          {copying.copy}
        </CopyButton>
        <button type="button" className="button button-plain" onClick={onDone}>
          {texts.done}
        </button>
      </div>
    </section>
  )
}
