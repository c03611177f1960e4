import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useAccount } from '../account/use-account.ts'
import { useOwn } from '../record/own-record.tsx'
import { personQuery } from '../selection/person-query.ts'
import { personAddress, readId } from '../selection/selection.ts'
import { useViewText } from '../texts/use-text.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import type { Combobox } from '../ui/use-combobox.ts'
import { type Suggestion, useSuggestions } from './use-suggestions.ts'

type SuggestionsProps = {
  name: string
  combobox: Pick<Combobox<Suggestion>, 'list' | 'optionOf'>
  /** What was found for the name; none until it is known. */
  rows: readonly Suggestion[]
  /** Who is in the list. */
  ids: readonly string[]
  canSearch: boolean
  /** True once the name was entered: what it means is added. */
  isEntered: boolean
  onFound: (rows: Suggestion[]) => void
  onAdd: (id: string) => void
  onSetZone: (name: string) => void
}

/**
 * What a name may mean, below the field in which it is typed, and what can be done for somebody who is not registered. Hidden
 * without the focus.
 */
export function Suggestions({ name, combobox, rows, ids, onFound, onSetZone, ...props }: SuggestionsProps) {
  const t = useViewText()
  const { list, optionOf } = combobox
  const found = useSuggestions(name, { ids, canSearch: props.canSearch })
  const { isSettled, namesakes, listed } = found
  const isUnknown = useEntered(name, found, props)
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => {
    popup.current?.scrollIntoView({ block: 'nearest' })
  }, [name, rows.length, props.isEntered, isSettled, isUnknown])
  useEffect(() => {
    if (isSettled) onFound(found.rows)
  }, [name, isSettled, ids.join()])
  if (!isSettled)
    return (
      <p role="status" className="sr-only">
        {props.isEntered && t('record.loading')}
      </p>
    )
  const note =
    namesakes.length > 1
      ? t('adding.several', { count: namesakes.length, name })
      : isUnknown
        ? t('adding.unknown', { name })
        : listed && t('people.already', { name: listed })
  return (
    <div ref={popup} className="suggestions">
      <p role="status" className={note ? 'suggestion text-muted text-sm' : 'sr-only'}>
        {note || t('adding.suggested', { count: rows.length })}
      </p>
      <div {...list}>
        {rows.map((row) => (
          <div key={row.id} {...optionOf(row)} className="suggestion">
            <span className="min-w-0 truncate font-medium" dir="auto">
              {row.name}
            </span>
            <span className="text-sm">{row.details}</span>
          </div>
        ))}
      </div>
      {namesakes.length === 0 && !listed && (
        // biome-ignore lint/a11y/noStaticElementInteractions: The keys of its buttons need no other.
        <div className="suggestion-offers" onMouseDown={keepFocus}>
          <button type="button" className="button button-plain text-balance" onClick={() => onSetZone(name)}>
            {t('adding.setZone', { name })}
          </button>
          <Invitation />
        </div>
      )}
    </div>
  )
}

/** Adds what the name that was entered means, once the search has answered. Returns true if that is nobody. */
function useEntered(
  name: string,
  { isSettled, first, namesakes, listed }: ReturnType<typeof useSuggestions>,
  { isEntered, canSearch, onAdd }: Pick<SuggestionsProps, 'isEntered' | 'canSearch' | 'onAdd'>,
): boolean {
  const queryClient = useQueryClient()
  const [unknown, setUnknown] = useState<string>()
  useEffect(() => {
    if (!isEntered || !isSettled || namesakes.length > 1 || (listed && namesakes.length === 0)) return
    if (first !== undefined) return onAdd(first.id)
    // An id need not look like one.
    const id = readId(name)
    let isCurrent = true
    const query = id !== undefined && canSearch ? queryClient.fetchQuery(personQuery(id, true)) : null
    void Promise.resolve(query)
      .catch(() => null)
      .then((person) => {
        if (isCurrent && person && id !== undefined) onAdd(id)
        else if (isCurrent) setUnknown(name)
      })
    return () => {
      isCurrent = false
    }
  }, [isEntered, isSettled, name])
  return unknown === name
}

/** Copies a link for somebody to set their zone: the reader's own page, which they come back to. */
function Invitation() {
  const t = useViewText()
  const account = useAccount()
  const { saved, userId } = useOwn()
  const isSeen = saved !== undefined && (account.isOpen || account.visibility !== 'private')
  return (
    <CopyButton text={() => (isSeen ? personAddress(userId) : location.origin)}>
      {t('adding.invite')}
    </CopyButton>
  )
}

/** Some browsers do not focus a button that is pressed. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}
