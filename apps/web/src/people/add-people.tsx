import { hasWrongLength, toEntry, withoutForbidden } from '@timezone-registry/contract'
import { type SubmitEvent, Suspense, useId, useRef, useState } from 'react'
import { MAX_PEOPLE, nameOf } from '../selection/lists.ts'
import { cleanName, looksLikeIds, readIds } from '../selection/selection.ts'
import { useListChanges, useSelection } from '../selection/use-selection.ts'
import { useText } from '../texts/use-text.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useCombobox } from '../ui/use-combobox.ts'
import type { Suggestion } from './suggestions.tsx'

const Suggestions = lazyPart(async () => (await import('./suggestions.tsx')).Suggestions)
const ZoneSheet = lazyPart(async () => (await import('../zones/zone-sheet.tsx')).ZoneSheet)

/**
 * The last row: a field for names, places, ids and mentions, which suggests people and places. Keeps the focus, ready for
 * the next.
 */
export function AddPeople({ canSearch }: { canSearch: boolean }) {
  const id = useId()
  const t = useText()
  const selection = useSelection()
  const { ids } = selection
  const changes = useListChanges(selection)
  const [typed, setTyped] = useState('')
  // What was entered: its search may not have answered yet.
  const [entered, setEntered] = useState<string>()
  const [found, setFound] = useState<{ typed: string; rows: Suggestion[] }>({ typed, rows: [] })
  // Whose zone the reader is about to say.
  const [asked, setAsked] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const { ids: meant, refused } = readIds(typed)
  const isName = !looksLikeIds(typed) && !refused.some((text) => !text.startsWith('@'))
  const added = isName ? [] : meant.filter((id) => !ids.includes(id))
  const name = withoutForbidden(typed).replace(/^@+\s*/, '')
  const isTooLong = refused.some(hasWrongLength)
  const isEntered = entered === typed
  const problem = [
    // A name that is still being typed is not marked as wrong.
    isTooLong && t('failure.fields.ids'),
    isEntered && refused.length > 0 && t('people.addHint'),
    ids.length + added.length > MAX_PEOPLE && t('people.tooMany', { count: MAX_PEOPLE }),
  ].find((text) => text !== false)
  const [known] = isName ? [] : meant
  const note = known !== undefined && added.length === 0 && t('people.already', { name: nameOf(known) })

  function type(text: string) {
    setTyped(text)
    setEntered(undefined)
  }

  function add(wanted: readonly string[]) {
    field.current?.focus()
    if (ids.length + wanted.length > MAX_PEOPLE) return
    changes.add(wanted)
    type('')
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setEntered(typed)
    if (!isName && refused.length === 0 && added.length > 0) add(added)
    else field.current?.select()
  }

  const rows = found.typed === typed ? found.rows : []
  const combobox = useCombobox({
    label: t('pages.people'),
    typed,
    options: rows,
    onPick: (row) => add([row.id]),
  })
  return (
    <>
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
            onChange={({ target }) => type(target.value)}
          />
          {isName && name !== '' && (
            <Suspense>
              <Suggestions
                name={name}
                combobox={combobox}
                rows={rows}
                ids={ids}
                canSearch={canSearch}
                isEntered={isEntered}
                onFound={(rows) => setFound({ typed, rows })}
                onAdd={(id) => add([id])}
                onSetZone={setAsked}
              />
            </Suspense>
          )}
          <button
            type="submit"
            className={`button shrink-0 ${typed.trim() === '' ? 'sr-only' : 'button-primary'}`}
          >
            {t('people.addButton')}
          </button>
        </div>
        <p
          id={`${id}-note`}
          className={problem || note ? 'add-people-note' : 'sr-only'}
          data-problem={problem !== undefined}
        >
          {problem ?? (note || t('people.addHint'))}
        </p>
      </form>
      <Suspense>
        {asked !== undefined && (
          <ZoneSheet
            name={asked}
            onPick={(timezone) => {
              setAsked(undefined)
              add([toEntry({ timezone, name: cleanName(asked) })])
            }}
            onClose={() => setAsked(undefined)}
            returnTo={id}
          />
        )}
      </Suspense>
    </>
  )
}
