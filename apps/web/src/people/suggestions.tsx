import { useQueryClient } from '@tanstack/react-query'
import { readUnregistered, toEntry } from '@timezone-registry/contract'
import type { Place } from '@timezone-registry/zones/places'
import { useEffect, useRef, useState } from 'react'
import { useAccount } from '../account/use-account.ts'
import { useMinute } from '../clock/use-now.ts'
import { browserZone } from '../clock/zone-time.ts'
import { useOwn } from '../record/own-record.tsx'
import { nameOf } from '../selection/lists.ts'
import { personQuery } from '../selection/person-query.ts'
import { cleanName, personAddress, readId } from '../selection/selection.ts'
import { useCityOf, useViewText } from '../texts/use-text.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { type Combobox, keepFocus } from '../ui/use-combobox.ts'
import { usePlaceOf } from '../zones/use-place-of.tsx'
import { usePlaceDetails, useZoneSearch } from '../zones/use-zone-search.ts'
import { useNameSearch } from './use-name-search.ts'

/** Somebody, or a place, to add by an id or an entry. */
export type Suggestion = { id: string; name: string; details: string }

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

const MAX_PLACES = 4

/** Whom and what a name may mean, without those in a list: first what it names in full, then what begins with it. */
function useSuggestions(name: string, { ids, canSearch }: { ids: readonly string[]; canSearch: boolean }) {
  const { people, isSettled } = useNameSearch(name, canSearch)
  const { search, labels } = useZoneSearch()
  const now = useMinute()
  const [cityOf, placeOf, detailsOf] = [useCityOf(), usePlaceOf(), usePlaceDetails(labels)]
  const isNamed = (other: string) => other.localeCompare(name, undefined, { sensitivity: 'base' }) === 0
  const namesakes = people.filter((person) => isNamed(person.name))
  const others = people.filter((person) => !isNamed(person.name))
  const found = search(name, { at: now, zone: browserZone() })
  // A time of day is no place.
  const places = /\d/.test(name) ? [] : found.places.slice(0, MAX_PLACES)

  const toPlace = (place: Place): Suggestion => {
    const label = labels.labelOf(place)
    const { zone: timezone } = place
    const id = toEntry({ timezone, name: label === cityOf(timezone) ? '' : cleanName(label) })
    return { id, name: label, details: detailsOf(place) }
  }
  const toPerson = ({ id, name, timezone }: (typeof people)[number]): Suggestion => {
    const place = placeOf(timezone)
    return { id, name, details: namesakes.length > 1 ? `${place} · ${id}` : place }
  }
  const toName = (id: string) => nameOf(id) || cityOf(readUnregistered(id)?.timezone ?? '')
  const isNew = ({ id }: Suggestion) => !ids.includes(id)
  const toRows = (some: readonly (typeof people)[number][]) => some.map(toPerson).filter(isNew)
  const sure = [
    ...toRows(namesakes),
    ...places.slice(0, found.exact).map(toPlace).filter(isNew),
    ...toRows(others),
  ]
  return {
    rows: [...sure, ...places.slice(found.exact).map(toPlace).filter(isNew)],
    /** Of the people who have the name, those who can be added. */
    namesakes: toRows(namesakes),
    /** What somebody or a place in the list is called that has the name: no other place is meant by it. */
    listed: namesakes.find(({ id }) => ids.includes(id))?.name ?? ids.map(toName).find(isNamed),
    /** What Enter takes: no place that only begins like the name. */
    first: sure[0],
    isSettled,
  }
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
