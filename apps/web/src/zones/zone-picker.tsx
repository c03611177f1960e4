import { Combobox } from '@base-ui/react/combobox'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Place, PlaceLabels } from '@timezone-registry/zones/places'
import type { SearchResult } from '@timezone-registry/zones/zone-search'
import { type RefObject, useId, useMemo, useRef, useState } from 'react'
import { useMinute } from '../clock/use-now.ts'
import { browserZone, createTimeFormatter, deviceZone } from '../clock/zone-time.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { describeFailure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { useZoneSearch } from './use-zone-search.ts'
import { ZoneRow } from './zone-row.tsx'

// A guess for rows not drawn yet, in pixels: two lines and their padding.
const ROW_HEIGHT = 60

type ZonePickerProps = { onPick: (timezone: string) => void }

/** A searchable list of places with the time there now. Always open. */
export function ZonePicker({ onPick }: ZonePickerProps) {
  const now = useMinute()
  const [query, setQuery] = useState('')
  const texts = useTexts()
  const { result, labels, error, reload } = useSearchResult(query, now)
  const failure = describeFailure(error, texts)
  const listRef = useRef<HTMLDivElement>(null)
  const { places } = result
  // Renders only the rows in sight: rendering all of them took up to 650 ms per key on a slow phone.
  const rows = useVirtualizer({
    count: places.length,
    getItemKey: (index) => places[index]?.id ?? index,
    getScrollElement: () => listRef.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 1,
  })

  return (
    <Combobox.Root<Place>
      items={places}
      filter={null}
      inputValue={query}
      onInputValueChange={(text) => {
        setQuery(text)
        rows.scrollToOffset(0)
      }}
      itemToStringLabel={labels.labelOf}
      isItemEqualToValue={(a, b) => a.id === b.id}
      onValueChange={(place) => place && onPick(place.zone)}
      onItemHighlighted={(_, { index, reason }) => {
        if (reason === 'keyboard') rows.scrollToIndex(index)
      }}
      virtualized
      autoHighlight
      inline
      open
    >
      <SearchField />
      <FailureNote
        className="mt-2 text-sm"
        failure={failure && { ...failure, message: texts.zone.loadFailed }}
        onRetry={() => reload()}
      />
      <SearchNote query={query} result={result} />
      <List listRef={listRef} rows={rows} places={places} labels={labels} now={now} />
    </Combobox.Root>
  )
}

/** What the list shows for a query; without one, the browser's zone and the city of each other. */
function useSearchResult(query: string, now: Temporal.Instant) {
  const { search, initial, ...others } = useZoneSearch()
  const result = useMemo(
    (): SearchResult =>
      query.trim() === ''
        ? { kind: 'matches', places: initial, exact: 0 }
        : search(query, { at: now.epochMilliseconds, zone: browserZone() }),
    [search, initial, query, now],
  )
  return { result, ...others }
}

function SearchField() {
  const id = useId()
  const { zone } = useTexts()
  return (
    <>
      <label htmlFor={id} className="mb-1 block font-medium">
        {zone.label}
      </label>
      <Combobox.Input
        id={id}
        className="field"
        placeholder={zone.search}
        autoFocus
        aria-describedby={`${id}-note`}
      />
      <p id={`${id}-note`} className="sr-only">
        {zone.search}
      </p>
    </>
  )
}

/** Says what the list holds: a question after an ambiguous abbreviation, advice after a miss. */
function SearchNote({ query, result: { kind, places } }: { query: string; result: SearchResult }) {
  const { zone } = useTexts()
  const isQuiet = query.trim() === '' || (kind === 'matches' && places.length > 0)
  const note = () => {
    if (query.trim() === '') return ''
    if (places.length === 0) return zone.nothing
    if (kind === 'choice') return zone.ambiguous(query.trim().toUpperCase())
    return zone.results(places.length)
  }
  return (
    <p role="status" className={isQuiet ? 'sr-only' : 'mt-2 text-muted'}>
      {note()}
    </p>
  )
}

type ListProps = {
  listRef: RefObject<HTMLDivElement | null>
  rows: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>
  places: Place[]
  labels: PlaceLabels
  now: Temporal.Instant
}

function List({ listRef, rows, places, labels, now }: ListProps) {
  const locale = useLocale()
  // Shared by all rows: creating either takes longer than rendering a row.
  const format = useMemo(() => createTimeFormatter(locale), [locale])
  const own = useMemo(deviceZone, [])
  return (
    <Combobox.List ref={listRef} className="zone-list">
      <div role="presentation" className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const place = places[index]
          const position = { index, start, count: places.length, measure: rows.measureElement }
          const isOwn = place?.zone === own
          return place && <ZoneRow key={key} {...{ place, labels, isOwn, now, format }} {...position} />
        })}
      </div>
    </Combobox.List>
  )
}
