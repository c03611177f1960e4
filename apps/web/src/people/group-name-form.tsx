import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { cleanName } from '../selection/selection.ts'
import { useViewText } from '../texts/use-text.tsx'
import { isComposing } from '../ui/is-composing.ts'

type GroupNameFormProps = {
  /** Before it is changed; empty for a new group. */
  name: string
  onKeep: (name: string) => void
  onCancel: () => void
}

/** Asks for the name of a group, on one line. Escape cancels. */
export function GroupNameForm({ name: before, onKeep, onCancel }: GroupNameFormProps) {
  const t = useViewText()
  const [typed, setTyped] = useState(before)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])

  function keep(event: SubmitEvent) {
    event.preventDefault()
    const name = cleanName(typed)
    if (name !== '') onKeep(name)
  }

  return (
    <form className="flex max-w-full flex-wrap gap-2" onSubmit={keep}>
      <input
        ref={field}
        className="field group-name min-h-9 w-48"
        aria-label={t('list.groups.name')}
        placeholder={t('list.groups.name')}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => event.key === 'Escape' && !isComposing(event) && onCancel()}
      />
      <button type="submit" className="chip chip-action">
        {t('list.groups.keep')}
      </button>
      <button type="button" className="chip" onClick={onCancel}>
        {t('record.cancel')}
      </button>
    </form>
  )
}
