import { Autocomplete } from '@base-ui/react/autocomplete'
import { formatOffset } from '@timezone-registry/zones/offset'
import type { SearchResult } from '@timezone-registry/zones/zone-search'
import { memo, useId, useMemo, useState } from 'react'
import { useMinute } from '../clock/use-now.ts'
import { createTimeFormatter } from '../clock/zone-time.ts'
import { useLocale, useViewText } from '../texts/use-text.tsx'
import { describeFailure } from '../ui/failure.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { useStored } from '../ui/stored.ts'
import { PlaceRow } from './place-row.tsx'
import { recentZones } from './recent-zones.ts'
import { type PickerRow, usePickerRows } from './use-picker-rows.ts'

type ZonePickerProps = { onPick: (timezone: string) => void }

/** A searchable list of places with the time there now. Always open. */
export function ZonePicker({ onPick }: ZonePickerProps) {
  const now = useMinute()
  const [query, setQuery] = useState('')
  const recent = useStored(recentZones)
  const t = useViewText()
  const { sections, result, error, reload } = usePickerRows(query, now, recent)
  const failure = describeFailure(error, t)

  function pick({ pick: wanted }: PickerRow) {
    if ('zone' in wanted) onPick(wanted.zone)
    else setQuery(wanted.query)
  }

  return (
    <Autocomplete.Root<PickerRow>
      items={sections.flatMap(({ rows }) => rows)}
      mode="none"
      value={query}
      onValueChange={(text, { reason }) => reason !== 'item-press' && setQuery(text)}
      itemToStringValue={({ name }) => name}
      autoHighlight="always"
      inline
      open
    >
      <SearchField />
      <FailureNote
        className="mt-2 text-sm"
        failure={failure && { ...failure, message: t('picker.loadFailed') }}
        onRetry={() => reload()}
      />
      <SearchNote query={query} result={result} />
      <Autocomplete.List className="place-list">
        {sections.map(({ heading, rows }) => (
          <Section key={heading} heading={heading} rows={rows} at={now} onPick={pick} />
        ))}
      </Autocomplete.List>
      {result === undefined && recent.length > 0 && (
        <button
          type="button"
          className="link mt-2 self-start text-sm"
          onClick={() => recentZones.change(() => [])}
        >
          {t('picker.forgetRecent')}
        </button>
      )}
    </Autocomplete.Root>
  )
}

function SearchField() {
  const id = useId()
  const t = useViewText()
  return (
    <>
      <label htmlFor={id} className="mb-1 block font-medium">
        {t('picker.label')}
      </label>
      <Autocomplete.Input
        id={id}
        className="field"
        placeholder={t('picker.search')}
        autoFocus
        aria-describedby={`${id}-note`}
      />
      <p id={`${id}-note`} className="sr-only">
        {t('picker.search')}
      </p>
    </>
  )
}

/** Says what the list holds: a question after an ambiguous abbreviation, advice after a miss. */
function SearchNote({ query, result }: { query: string; result: SearchResult | undefined }) {
  const t = useViewText()
  const isQuiet = result === undefined || (result.kind === 'matches' && result.places.length > 0)
  const note = () => {
    if (result === undefined) return ''
    if (result.places.length === 0) return t('picker.nothing')
    if (result.kind === 'choice') return t('picker.ambiguous', { abbreviation: query.trim().toUpperCase() })
    return t('picker.results', { count: result.places.length })
  }
  return (
    <p role="status" className={isQuiet ? 'sr-only' : 'mt-2 text-muted'}>
      {note()}
    </p>
  )
}

type SectionProps = {
  heading: string
  rows: readonly PickerRow[]
  at: Temporal.Instant
  onPick: (row: PickerRow) => void
}

function Section({ heading, rows, at, onPick }: SectionProps) {
  const locale = useLocale()
  // Shared by all rows: creating it takes longer than rendering a row.
  const format = useMemo(() => createTimeFormatter(locale), [locale])
  const options = rows.map((row) => (
    <Row key={row.id} {...row} row={row} at={at} format={format} onPick={onPick} />
  ))
  if (heading === '') return options
  return (
    <Autocomplete.Group>
      <Autocomplete.GroupLabel className="place-heading">{heading}</Autocomplete.GroupLabel>
      {options}
    </Autocomplete.Group>
  )
}

type RowProps = Omit<Parameters<typeof PlaceRow>[0], 'apart'> & { row: PickerRow } & Pick<
    SectionProps,
    'onPick'
  >

/** Renders again only for another time or place, since the list renders on every key. */
const Row = memo(
  function Row({ row, onPick, ...content }: RowProps) {
    const zone = 'zone' in row.pick ? row.pick.zone : undefined
    return (
      <Autocomplete.Item value={row} className="place-row" data-zone={zone} onClick={() => onPick(row)}>
        <PlaceRow {...content} apart={formatOffset} />
      </Autocomplete.Item>
    )
  },
  (before, after) =>
    before.row.id === after.row.id &&
    before.details === after.details &&
    before.offset === after.offset &&
    before.at === after.at &&
    before.format === after.format,
)
