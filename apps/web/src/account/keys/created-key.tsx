import { useEffect, useId, useRef } from 'react'
import { useTexts } from '../../texts/use-texts.tsx'
import { useCopying } from '../../ui/use-copying.ts'

type CreatedKeyProps = { name: string; secret: string; onDone: () => void }

/** A new key's secret, selected for copying. It is shown only this once. */
export function CreatedKey({ name, secret, onDone }: CreatedKeyProps) {
  const texts = useTexts().keys
  const { copying } = useTexts()
  const field = useRef<HTMLInputElement>(null)
  const headingId = useId()
  const { isCopied, uncopied, copy } = useCopying()
  useEffect(() => field.current?.select(), [])
  useEffect(() => {
    if (uncopied !== undefined) field.current?.select()
  }, [uncopied])
  return (
    <section className="mt-4 max-w-prose space-y-3" aria-labelledby={headingId}>
      <h4 id={headingId} className="font-medium wrap-anywhere">
        {texts.ready(name)}
      </h4>
      <p role="status">{uncopied === undefined ? texts.once : copying.copyFailed}</p>
      <label className="block">
        <span className="mb-1 block text-sm">{texts.secret}</span>
        <input ref={field} className="field font-mono" readOnly value={secret} dir="ltr" />
      </label>
      <div className="flex flex-wrap items-center gap-2">
        <button type="button" className="button button-primary" onClick={() => copy(secret)}>
          {texts.copy}
        </button>
        <button type="button" className="button button-plain" onClick={onDone}>
          {texts.done}
        </button>
        <span role="status" className="text-sm">
          {isCopied && copying.copied}
        </span>
      </div>
    </section>
  )
}
