import { hasWrongLength, withoutForbidden } from '@timezone-registry/contract'
import { type SubmitEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { MAX_PEOPLE } from '../selection/lists.ts'
import { readIds } from '../selection/selection.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { takeLostFocus } from '../ui/take-lost-focus.ts'
import type { NameField } from './name-field.tsx'
import { type Suggestion, useNameSearch } from './use-name-search.ts'

type AddPeopleProps = {
  /** What was typed into a field that this one replaces, with its focus; what ends with a line break was entered. */
  before: string | undefined
  ids: string[]
  canSearch: boolean
  error: string | undefined
  onAdd: (added: string[]) => void
}

/** The last row: a field for names, ids and mentions, which suggests people by name. Keeps the focus, ready for the next. */
export function AddPeople({ before, ids, canSearch, error, onAdd }: AddPeopleProps) {
  const id = useId()
  const noteId = useId()
  const { people: texts, failure } = useTexts()
  const [typed, setTyped] = useState(before ?? '')
  const [Field, setField] = useState<typeof NameField>()
  const [isRefused, setIsRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const named = useNameSearch(typed, canSearch)
  const known = ids.join()
  const found = useMemo(() => named.filter(({ id }) => !known.split(',').includes(id)), [named, known])
  const { ids: meant, refused } = meantBy(typed, found)
  const wanted = mergeIds(ids, meant)
  const tooMany = wanted.length > MAX_PEOPLE ? texts.tooMany(MAX_PEOPLE) : undefined
  const isTooLong = refused.some(hasWrongLength)
  const isThere = meant.length > 0 && wanted.length === ids.length ? texts.already : undefined
  const wrong = refused.length > 0 ? (isTooLong ? failure.fields.ids : texts.addHint) : undefined
  // A name that is still being typed is not marked as wrong.
  const problem = (isTooLong || isRefused ? wrong : undefined) ?? tooMany ?? isThere ?? error

  useLayoutEffect(() => {
    if (before === undefined) return
    takeLostFocus(field.current)
    if (before.endsWith('\n')) field.current?.form?.requestSubmit()
  }, [before])

  function add(added: string[]) {
    field.current?.focus()
    if (mergeIds(ids, added).length > MAX_PEOPLE) return
    onAdd(added)
    setTyped('')
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsRefused(refused.length > 0)
    if (refused.length > 0) return field.current?.focus()
    if (isThere !== undefined) field.current?.select()
    else if (typed.trim() !== '') add(meant)
  }

  // What suggests people is large, and not needed before somebody types. Without it, ids can be added.
  function load() {
    import('./name-field.tsx').then(
      ({ NameField }) => setField(() => NameField),
      () => {},
    )
  }

  function type(text: string) {
    setTyped(text)
    setIsRefused(false)
  }

  const props = {
    id,
    className: 'add-people-input',
    placeholder: texts.addHere,
    autoComplete: 'off',
    spellCheck: false,
    'aria-invalid': problem !== undefined,
    'aria-describedby': noteId,
  } as const
  return (
    <form onSubmit={submit} className="add-people">
      <span className="row-initials row-initials-none" aria-hidden="true">
        <PlusIcon isSmall />
      </span>
      <label htmlFor={id} className="sr-only">
        {texts.add}
      </label>
      <div className="add-people-field">
        {Field === undefined ? (
          <input
            {...props}
            ref={field}
            value={typed}
            onFocus={load}
            onChange={({ target }) => type(target.value)}
          />
        ) : (
          <Field
            {...props}
            ref={field}
            typed={typed}
            found={found}
            onType={type}
            onPick={(person) => add([person.id])}
          />
        )}
        <button
          type="submit"
          className={`button shrink-0 ${typed.trim() === '' ? 'sr-only' : 'button-primary'}`}
        >
          {texts.addButton}
        </button>
      </div>
      <p id={noteId} className={problem === undefined ? 'sr-only' : 'add-people-note'}>
        {problem ?? texts.addHint}
      </p>
      <p role="status" className="sr-only">
        {found.length > 0 && texts.found(found.length)}
      </p>
    </form>
  )
}

function mergeIds(ids: readonly string[], added: readonly string[]): string[] {
  return [...new Set([...ids, ...added])]
}

/** The ids in a text; if it is the whole name of exactly one person found, their id. */
function meantBy(typed: string, found: readonly Suggestion[]): ReturnType<typeof readIds> {
  const text = withoutForbidden(typed)
  const same = (name: string) => name.localeCompare(text, undefined, { sensitivity: 'base' }) === 0
  const [person, ...others] = found.filter(({ name }) => same(name))
  return person !== undefined && others.length === 0 ? { ids: [person.id], refused: [] } : readIds(typed)
}
