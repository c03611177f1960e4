import { Combobox } from '@base-ui/react/combobox'
import { useId, useMemo, useState } from 'react'
import { useMinute } from '../clock/use-now.ts'
import {
  browserZone,
  createTimeFormatter,
  formatOffset,
  offsetMinutes,
  readable,
} from '../clock/zone-time.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { pinned, useZoneSearch } from './use-zone-search.ts'
import type { ZoneEntry } from './zone-catalogue.ts'

type ZonePickerProps = { onPick: (timezone: string) => void }

/** A searchable list of every zone that the service accepts, with the time and the offset there now. Opens by itself. */
export function ZonePicker({ onPick }: ZonePickerProps) {
  const id = useId()
  const texts = useTexts()
  const now = useMinute()
  const [query, setQuery] = useState('')
  const { search, hasFailed, reload } = useZoneSearch()
  const entries = useMemo(() => {
    const found = search(query, now)
    if (query.trim() !== '') return found
    const first = pinned(found)
    return [...first, ...found.filter(({ id }) => !first.some((entry) => entry.id === id))]
  }, [search, query, now])

  return (
    <div>
      <Combobox.Root<ZoneEntry>
        items={entries}
        filter={null}
        inputValue={query}
        onInputValueChange={setQuery}
        itemToStringLabel={({ label }) => label}
        isItemEqualToValue={(a, b) => a.id === b.id}
        onValueChange={(entry) => entry && onPick(entry.name)}
        autoHighlight
        inline
        open
      >
        <label htmlFor={id} className="mb-1 block font-medium">
          {texts.zone.label}
        </label>
        <Combobox.Input
          id={id}
          className="field"
          placeholder={texts.zone.search}
          autoFocus
          aria-describedby={`${id}-note`}
        />
        <p id={`${id}-note`} className="sr-only">
          {texts.zone.search}
        </p>
        {hasFailed && (
          <p className="mt-2 text-sm">
            {texts.zone.loadFailed}{' '}
            <button type="button" className="link" onClick={() => reload()}>
              {texts.failure.retry}
            </button>
          </p>
        )}
        <Combobox.Empty>
          {entries.length === 0 && <p className="p-3 text-muted">{texts.zone.noMatch}</p>}
        </Combobox.Empty>
        <Combobox.List className="mt-2 max-h-80 overflow-y-auto overscroll-contain rounded-lg border border-slate-300 data-empty:hidden dark:border-slate-700">
          {(entry: ZoneEntry) => <ZoneRow key={entry.id} entry={entry} now={now} />}
        </Combobox.List>
      </Combobox.Root>
    </div>
  )
}

function ZoneRow({ entry, now }: { entry: ZoneEntry; now: Temporal.Instant }) {
  const locale = useLocale()
  const { zone } = useTexts()
  const format = useMemo(() => createTimeFormatter(locale), [locale])
  const offset = offsetMinutes(entry.name, now)
  return (
    <Combobox.Item value={entry} className="zone-row">
      <span className="min-w-0">
        <span className="block truncate font-medium">
          {entry.label}
          {entry.name === browserZone() && <span className="font-normal"> · {zone.yours}</span>}
        </span>
        <span className="zone-row-detail block truncate text-sm">
          {[entry.country, readable(entry.name)].filter(Boolean).join(' · ')}
        </span>
      </span>
      {offset !== undefined && (
        <span className="shrink-0 text-right tabular-nums">
          <span className="block">{format(now, offset)}</span>
          <span className="zone-row-detail block text-sm">{formatOffset(offset)}</span>
        </span>
      )}
    </Combobox.Item>
  )
}
