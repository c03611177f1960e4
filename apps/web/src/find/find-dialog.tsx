import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { toPathId } from '@timezone-registry/contract'
import { describeMinutes } from '@timezone-registry/zones/amounts'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { SignInToRead } from '../account/sign-in-to-read.tsx'
import { useAccount } from '../account/use-account.ts'
import { describeDifference } from '../clock/amounts.ts'
import { ClockText } from '../clock/clock-text.tsx'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { browserZone, createTimeFormatter, offsetMinutes } from '../clock/zone-time.ts'
import { useLocale, useText, useViewText } from '../texts/use-text.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { PlaceRow } from '../zones/place-row.tsx'
import { type FindRow, useFindRows } from './use-find-rows.ts'

type FindDialogProps = {
  /** What was typed before it was loaded. */
  typed: string
  onClose: () => void
  /** What has the focus once the dialog is closed. */
  returnTo: RefObject<HTMLElement | null>
}

/** Finds people, whose page it opens, and places, whose time it shows. */
export function FindDialog({ typed, onClose, returnTo }: FindDialogProps) {
  const t = useText()
  const isLeaving = useRef(false)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          className="popup sheet zone-sheet"
          // The view that is opened takes the focus.
          finalFocus={() => (isLeaving.current ? false : returnTo.current)}
        >
          <div className="mb-4 flex items-center gap-2">
            <Dialog.Title className="heading flex-1 max-sm:text-base">{t('find.open')}</Dialog.Title>
            <Dialog.Close className="icon-button" aria-label={t('zone.close')}>
              <CloseIcon />
            </Dialog.Close>
          </div>
          <Finder
            typed={typed}
            onLeave={() => {
              isLeaving.current = true
              onClose()
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Finder({ typed, onLeave }: { typed: string; onLeave: () => void }) {
  const t = useViewText()
  const [, navigate] = useLocation()
  const account = useAccount()
  const [query, setQuery] = useState(typed)
  const [place, setPlace] = useState<{ name: string; zone: string }>()
  const sections = useFindRows(query, useMinute(), !account.isLoading && !account.needsLoginToRead)

  function type(text: string) {
    setQuery(text)
    setPlace(undefined)
  }

  function pick({ name, pick }: FindRow) {
    if ('zone' in pick) return setPlace({ name, zone: pick.zone })
    if ('query' in pick) return type(pick.query)
    onLeave()
    navigate(`/u/${toPathId(pick.person)}`)
  }

  return (
    <Autocomplete.Root<FindRow>
      items={useSameRows(sections.flatMap(({ rows }) => rows))}
      mode="none"
      value={query}
      onValueChange={(text, { reason }) => reason !== 'item-press' && type(text)}
      itemToStringValue={({ name }) => name}
      autoHighlight="always"
      inline
      open
    >
      <Autocomplete.Input
        className="field"
        aria-label={t('find.open')}
        aria-describedby="find-hint"
        placeholder={t('search.hint')}
        autoFocus
        spellCheck={false}
      />
      <p id="find-hint" className="sr-only">
        {t('search.hint')}
      </p>
      <div role="status" className="not-empty:mt-4">
        {place && <PlaceTime {...place} />}
        {!place && query.trim() !== '' && sections.length === 0 && (
          <p className="text-muted">{t('search.nothing')}</p>
        )}
      </div>
      <SignInToRead account={account} />
      <Autocomplete.List className="place-list">
        {sections.map((section) => (
          <Section key={section.heading} {...section} onPick={pick} />
        ))}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}

/** The same list until it has other rows: a new one would lose what the arrow keys have reached. */
function useSameRows(rows: readonly FindRow[]): readonly FindRow[] {
  return useMemo(() => rows, [rows.map(({ id }) => id).join('\n')])
}

type SectionProps = { heading: string; rows: readonly FindRow[]; onPick: (row: FindRow) => void }

function Section({ heading, rows, onPick }: SectionProps) {
  const locale = useLocale()
  const t = useViewText()
  const now = useMinute()
  const own = offsetMinutes(browserZone(), now, useServiceClocks()) ?? 0
  const format = useMemo(() => createTimeFormatter(locale), [locale])
  const apart = (offset: number) =>
    offset === own ? t('list.same') : `${offset > own ? '+' : '−'}${describeMinutes(offset - own, t)}`
  return (
    <Autocomplete.Group>
      <Autocomplete.GroupLabel className="place-heading">{heading}</Autocomplete.GroupLabel>
      {rows.map((row) => (
        <Autocomplete.Item key={row.id} value={row} className="place-row" onClick={() => onPick(row)}>
          <PlaceRow {...row} at={now} format={format} apart={apart} />
        </Autocomplete.Item>
      ))}
    </Autocomplete.Group>
  )
}

/** `Tokyo`, `Thu 22:12`, and how far that is from the reader's clock. */
function PlaceTime({ name, zone }: { name: string; zone: string }) {
  const t = useViewText()
  const now = useMinute()
  const clocks = useServiceClocks()
  const own = offsetMinutes(browserZone(), now, clocks) ?? 0
  const offset = offsetMinutes(zone, now, clocks)
  return (
    <>
      <p className="font-medium">
        <bdi>{name}</bdi>
      </p>
      <ClockText timezone={zone} withDay className="block font-medium text-2xl" />
      <p className="text-muted">
        {offset === undefined ? t('zone.unknownHere') : describeDifference(offset - own, t)}
      </p>
    </>
  )
}
