import { formatOffset } from '@timezone-registry/zones/offset'
import type { SearchResult } from '@timezone-registry/zones/zone-search'
import { useId, useState } from 'react'
import { useMinute } from '../clock/use-now.ts'
import { useViewText } from '../texts/use-text.tsx'
import { FailureNote } from '../ui/failure.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { useStored } from '../ui/stored.ts'
import { useCombobox } from '../ui/use-combobox.ts'
import { PlaceList } from './place-list.tsx'
import { type PickerRow, recentZones, rememberZone, usePickerRows } from './use-picker-rows.ts'

type ZoneSheetProps = {
  /** Whose zone it is; the reader's if nobody is named. */
  name?: string
  onPick: (timezone: string) => void
  onClose: () => void
  /** The id of what has the focus once the sheet is closed. */
  returnTo: string
}

/** A sheet in which a zone is picked. */
export function ZoneSheet({ name, onPick, ...props }: ZoneSheetProps) {
  const t = useViewText()
  const title = name === undefined ? t('zone.pickHeading') : t('adding.where', { name })

  function pick(zone: string) {
    rememberZone(zone)
    onPick(zone)
  }

  return (
    <Sheet {...props} className="zone-sheet" title={title}>
      <ZonePicker onPick={pick} />
    </Sheet>
  )
}

type ZonePickerProps = { onPick: (timezone: string) => void }

function ZonePicker({ onPick }: ZonePickerProps) {
  const id = useId()
  const now = useMinute()
  const [query, setQuery] = useState('')
  const recent = useStored(recentZones)
  const t = useViewText()
  const { sections, result, error, reload } = usePickerRows(query, now, recent)

  function pick({ pick: wanted }: PickerRow) {
    if ('zone' in wanted) onPick(wanted.zone)
    else setQuery(wanted.query)
  }

  const combobox = useCombobox({
    label: t('search.places'),
    typed: query,
    options: sections.flatMap(({ rows }) => rows),
    onPick: pick,
    takesFirst: true,
  })
  return (
    <>
      <label htmlFor={`${id}-field`} className="mb-1 block font-medium">
        {t('picker.label')}
      </label>
      <input
        {...combobox.field}
        id={`${id}-field`}
        className="field"
        placeholder={t('picker.search')}
        aria-describedby={`${id}-note`}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      <p id={`${id}-note`} className="sr-only">
        {t('picker.search')}
      </p>
      <FailureNote
        className="mt-2 text-sm"
        error={error}
        message={() => t('picker.loadFailed')}
        onRetry={() => reload()}
      />
      <SearchNote query={query} result={result} />
      <PlaceList sections={sections} combobox={combobox} apart={formatOffset} />
      {result === undefined && recent.length > 0 && (
        <button
          type="button"
          className="link mt-2 self-start text-sm"
          onClick={() => recentZones.change(() => [])}
        >
          {t('picker.forgetRecent')}
        </button>
      )}
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
