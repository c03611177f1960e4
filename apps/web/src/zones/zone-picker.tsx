import { Combobox } from '@base-ui/react/combobox'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useId, useMemo, useRef, useState } from 'react'
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

// A guess for rows that were not drawn yet, in pixels: two lines and their padding.
const ROW_HEIGHT = 60

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
  const listRef = useRef<HTMLDivElement>(null)
  // Only the rows in sight are drawn: all of them would make each key late on a slow phone.
  const rows = useVirtualizer({
    count: entries.length,
    getItemKey: (index) => entries[index]?.id ?? index,
    getScrollElement: () => listRef.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 1,
  })

  return (
    <div>
      <Combobox.Root<ZoneEntry>
        items={entries}
        filter={null}
        inputValue={query}
        onInputValueChange={(text) => {
          setQuery(text)
          rows.scrollToOffset(0)
        }}
        itemToStringLabel={({ label }) => label}
        isItemEqualToValue={(a, b) => a.id === b.id}
        onValueChange={(entry) => entry && onPick(entry.name)}
        onItemHighlighted={(_, { index, reason }) => {
          if (reason === 'keyboard') rows.scrollToIndex(index)
        }}
        virtualized
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
        <Combobox.List
          ref={listRef}
          className="mt-2 max-h-80 overflow-y-auto overscroll-contain rounded-lg border border-slate-300 data-empty:hidden dark:border-slate-700"
        >
          <div role="presentation" className="relative" style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map(({ index, key, start }) => {
              const entry = entries[index]
              const place = { index, start, count: entries.length, measure: rows.measureElement }
              return entry && <ZoneRow key={key} entry={entry} now={now} {...place} />
            })}
          </div>
        </Combobox.List>
      </Combobox.Root>
    </div>
  )
}

type ZoneRowProps = {
  entry: ZoneEntry
  now: Temporal.Instant
  index: number
  /** Pixels from the top of the list. */
  start: number
  count: number
  measure: (row: HTMLElement | null) => void
}

const ZoneRow = memo(function ZoneRow({ entry, now, index, start, count, measure }: ZoneRowProps) {
  const locale = useLocale()
  const { zone } = useTexts()
  const format = useMemo(() => createTimeFormatter(locale), [locale])
  const offset = offsetMinutes(entry.name, now)
  return (
    <Combobox.Item
      value={entry}
      index={index}
      aria-posinset={index + 1}
      aria-setsize={count}
      ref={measure}
      data-index={index}
      className="zone-row"
      style={{ transform: `translateY(${start}px)` }}
    >
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
})
