import { toEntry, toPathId } from '@timezone-registry/contract'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { SignInToRead } from '../account/sign-in-buttons.tsx'
import { useAccount } from '../account/use-account.ts'
import { describeAhead, describeDifference } from '../clock/amounts.ts'
import { ClockText } from '../clock/clock-text.tsx'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { browserZone, offsetMinutes } from '../clock/zone-time.ts'
import { addToList, OWN, ownPeople } from '../selection/lists.ts'
import { cleanName } from '../selection/selection.ts'
import { addressOf } from '../selection/use-selection.ts'
import { useCityOf, useText, useViewText } from '../texts/use-text.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { useStored } from '../ui/stored.ts'
import { useCombobox } from '../ui/use-combobox.ts'
import { PlaceList } from '../zones/place-list.tsx'
import { type FindRow, useFindRows } from './use-find-rows.ts'

type FindDialogProps = {
  /** What has been typed before it is shown, also between a render and its commit. */
  typed: RefObject<string>
  onClose: () => void
  /** The id of what has the focus afterwards if what had it before is gone. */
  returnTo: string
}

type Place = { name: string; zone: string }

/** Finds people, whose page it opens, places, whose time it shows, and moments, at which Meet opens. */
export function FindDialog({ typed, onClose, returnTo }: FindDialogProps) {
  const t = useText()
  return (
    <Sheet className="zone-sheet" title={t('find.open')} onClose={onClose} returnTo={returnTo}>
      <Finder typed={typed} onLeave={onClose} />
    </Sheet>
  )
}

function Finder({ typed, onLeave }: { typed: RefObject<string>; onLeave: () => void }) {
  const t = useViewText()
  const [, navigate] = useLocation()
  const account = useAccount()
  const now = useMinute()
  const [query, setQuery] = useState('')
  const [place, setPlace] = useState<Place>()
  const sections = useFindRows(query, now, !account.isLoading && !account.needsLoginToRead)

  useLayoutEffect(() => setQuery(typed.current), [typed])

  function type(text: string) {
    setQuery(text)
    setPlace(undefined)
  }

  const open = (address: string) => [onLeave(), navigate(address)]

  function pick({ name, pick }: FindRow) {
    if ('zone' in pick) setPlace({ name, zone: pick.zone })
    else if ('query' in pick) type(pick.query)
    else open(addressFor(pick))
  }

  const combobox = useCombobox({
    label: t('search.hint'),
    typed: query,
    options: sections.flatMap(({ rows }) => rows),
    onPick: pick,
    takesFirst: true,
  })
  const own = offsetMinutes(browserZone(), now, useServiceClocks()) ?? 0
  return (
    <>
      <input
        {...combobox.field}
        className="field"
        aria-label={t('find.open')}
        aria-describedby="find-hint"
        placeholder={t('search.hint')}
        value={query}
        onChange={({ target }) => type(target.value)}
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
      {place && <PlaceActions {...place} onOpen={open} />}
      <SignInToRead account={account} />
      <PlaceList sections={sections} combobox={combobox} apart={(offset) => describeAhead(offset - own, t)} />
    </>
  )
}

/** The page of a person, or Meet at a moment. */
function addressFor(pick: { person: string } | { at: number }): string {
  if ('person' in pick) return `/u/${toPathId(pick.person)}`
  return addressOf('/meet', { ids: ownPeople.get(), at: pick.at })
}

type PlaceActionsProps = Place & { onOpen: (address: string) => void }

/** Adds a place to the reader's people, or meets somebody there. */
function PlaceActions({ name, zone, onOpen }: PlaceActionsProps) {
  const t = useViewText()
  const cityOf = useCityOf()
  const people = useStored(ownPeople)
  const entry = toEntry({ timezone: zone, name: name === cityOf(zone) ? '' : cleanName(name) })
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {people.includes(entry) ? (
        <button type="button" className="button button-plain" onClick={() => onOpen('/')}>
          {t('person.added')}
        </button>
      ) : (
        <button type="button" className="button button-primary" onClick={() => addToList(OWN, [entry])}>
          {t('person.add')}
        </button>
      )}
      <button
        type="button"
        className="button button-plain"
        onClick={() => onOpen(addressOf('/meet', { ids: [...new Set([...people, entry])] }))}
      >
        {t('pages.meet')}
      </button>
    </div>
  )
}

/** `Tokyo`, `Thu 22:12`, and how far that is from the reader's clock. */
function PlaceTime({ name, zone }: Place) {
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
