import { type SubmitEvent, useRef, useState } from 'react'
import { useTexts } from '../texts/use-texts.tsx'
import { TextField } from '../ui/text-field.tsx'
import { MAX_PEOPLE } from './use-people.ts'
import { splitIds } from './use-selection.ts'

type AddPeopleProps = { ids: string[]; error: string | undefined; onAdd: (ids: string[]) => void }

/** A field for user ids. Keeps the focus, ready for the next. */
export function AddPeople({ ids, error, onAdd }: AddPeopleProps) {
  const { people } = useTexts()
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const wanted = [...new Set([...ids, ...splitIds(typed)])]
  const isTooMany = wanted.length > MAX_PEOPLE

  function add(event: SubmitEvent) {
    event.preventDefault()
    field.current?.focus()
    if (isTooMany) return
    onAdd(wanted)
    setTyped('')
  }

  return (
    <form onSubmit={add} className="flex flex-wrap items-start gap-3">
      <div className="min-w-0 flex-[1_1_12rem]">
        <TextField
          inputRef={field}
          label={people.add}
          hint={people.addHint}
          value={typed}
          onChange={setTyped}
          error={isTooMany ? people.tooMany(MAX_PEOPLE) : error}
        />
      </div>
      <button type="submit" className="button button-primary sm:mt-7">
        {people.addButton}
      </button>
    </form>
  )
}
