import { hasWrongLength, withoutForbidden } from '@timezone-registry/contract'
import { type SubmitEvent, Suspense, useId, useRef, useState } from 'react'
import { MAX_PEOPLE } from '../selection/lists.ts'
import { readIds } from '../selection/selection.ts'
import { useListChanges } from '../selection/use-list-changes.ts'
import { useSelection } from '../selection/use-selection.ts'
import { useText } from '../texts/use-text.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { useCombobox } from '../ui/use-combobox.ts'
import { type Suggestion, useNameSearch } from './use-name-search.ts'

const Suggestions = lazyWithRetry(async () => (await import('./suggestions.tsx')).Suggestions)

type AddPeopleProps = { canSearch: boolean; onFocus: () => void }

/** The last row: a field for names, ids and mentions, which suggests people by name. Keeps the focus, ready for the next. */
export function AddPeople({ canSearch, onFocus }: AddPeopleProps) {
  const id = useId()
  const t = useText()
  const selection = useSelection()
  const { ids } = selection
  const changes = useListChanges(selection)
  const [typed, setTyped] = useState('')
  const [isRefused, setIsRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const named = useNameSearch(typed, canSearch)
  const found = named.filter(({ id }) => !ids.includes(id))
  const { ids: meant, refused } = meantBy(typed, found)
  const added = meant.filter((id) => !ids.includes(id))
  const isTooLong = refused.some(hasWrongLength)
  const wrong = isTooLong ? t('failure.fields.ids') : t('people.addHint')
  const problem = [
    // A name that is still being typed is not marked as wrong.
    (isTooLong || (isRefused && refused.length > 0)) && wrong,
    ids.length + added.length > MAX_PEOPLE && t('people.tooMany', { count: MAX_PEOPLE }),
    meant.length > 0 && added.length === 0 && t('people.already'),
  ].find((text) => text !== false)

  function type(text: string) {
    setTyped(text)
    setIsRefused(false)
  }

  function add(wanted: readonly string[]) {
    field.current?.focus()
    if (ids.length + wanted.length > MAX_PEOPLE) return
    changes.add(wanted)
    type('')
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsRefused(refused.length > 0)
    if (refused.length === 0 && added.length > 0) add(added)
    else field.current?.select()
  }

  const combobox = useCombobox({
    label: t('pages.people'),
    typed,
    options: found,
    onPick: (person) => add([person.id]),
  })
  return (
    <form onSubmit={submit} className="add-people">
      <span className="row-initials row-initials-none" aria-hidden="true">
        <PlusIcon isSmall />
      </span>
      <label htmlFor={id} className="sr-only">
        {t('people.add')}
      </label>
      <div className="add-people-field">
        <input
          {...combobox.field}
          ref={field}
          id={id}
          className="add-people-input"
          placeholder={t('people.addHere')}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-note`}
          value={typed}
          onFocus={onFocus}
          onChange={({ target }) => type(target.value)}
        />
        {found.length > 0 && (
          <ErrorBoundary>
            <Suspense>
              <Suggestions found={found} combobox={combobox} />
            </Suspense>
          </ErrorBoundary>
        )}
        <button
          type="submit"
          className={`button shrink-0 ${typed.trim() === '' ? 'sr-only' : 'button-primary'}`}
        >
          {t('people.addButton')}
        </button>
      </div>
      <p id={`${id}-note`} className={problem === undefined ? 'sr-only' : 'add-people-note'}>
        {problem ?? t('people.addHint')}
      </p>
      <p role="status" className="sr-only">
        {found.length > 0 && t('people.found', { count: found.length })}
      </p>
    </form>
  )
}

/** The ids in a text; if it is the whole name of exactly one person found, their id. */
function meantBy(typed: string, found: readonly Suggestion[]): ReturnType<typeof readIds> {
  const text = withoutForbidden(typed)
  const same = (name: string) => name.localeCompare(text, undefined, { sensitivity: 'base' }) === 0
  const [person, ...others] = found.filter(({ name }) => same(name))
  return person !== undefined && others.length === 0 ? { ids: [person.id], refused: [] } : readIds(typed)
}
