import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type Days, daysOf, stateAt } from '../clock/days.ts'
import type { Span } from '../clock/span.ts'
import { localAt, offsetAt, type ZoneClock } from '../clock/zone-clock.ts'
import { Ribbon } from '../ribbon/ribbon.tsx'
import type { Person } from '../selection/use-people.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { describeState } from './describe-person.ts'
import { useShownTime } from './shown-time.tsx'
import { StateIcon } from './state-icon.tsx'
import './person-ribbon.css'
import './person-row.css'

type PersonRowProps = {
  person: Person
  clock: ZoneClock | undefined
  span: Span
  /** `Kolkata, India · 4 h 30 min ahead · clocks go back on Sunday`. */
  details: string
  /** Undefined for the reader. */
  onRemove: ((id: string) => void) | undefined
}

/** Somebody's place, time and state, on a ribbon of their own sky. Renders again only for another person or day. */
export const PersonRow = memo(function PersonRow({ person, clock, span, details, onRemove }: PersonRowProps) {
  const row = useRef<HTMLLIElement>(null)
  const isInSight = useInSight(row)
  const { availability } = person
  const days = useMemo(() => clock && daysOf(clock, span, availability), [clock, span, availability])
  return (
    <li ref={row} className="person-row">
      {clock && days ? (
        <RowIcon clock={clock} days={days} isInSight={isInSight} />
      ) : (
        <span className="state-icon state-icon-none" aria-hidden="true" />
      )}
      <div className="person-name">
        <p className="truncate font-medium" dir="auto">
          {person.name}
        </p>
        <Details person={person} hasZone={clock !== undefined} details={details} />
      </div>
      {clock && days ? (
        <div className="person-ribbon" aria-hidden="true">
          <Ribbon clock={clock} span={span} awake={days.awake} />
          <Line isInSight={isInSight} />
        </div>
      ) : (
        <span className="person-ribbon-none" />
      )}
      {clock && days ? (
        <RowTime clock={clock} days={days} isInSight={isInSight} />
      ) : (
        <span className="person-time" />
      )}
      {onRemove ? <RemoveButton person={person} onRemove={onRemove} /> : <span />}
    </li>
  )
})

/** False while the browser skips an off-screen element because of `content-visibility: auto`. */
function useInSight(element: RefObject<HTMLElement | null>): boolean {
  const [isInSight, setInSight] = useState(true)
  useEffect(() => {
    const observed = element.current
    const update = (event: Event) => setInSight(!(event as ContentVisibilityAutoStateChangeEvent).skipped)
    observed?.addEventListener('contentvisibilityautostatechange', update)
    return () => observed?.removeEventListener('contentvisibilityautostatechange', update)
  }, [element])
  return isInSight
}

function Details({ person, hasZone, details }: { person: Person; hasZone: boolean; details: string }) {
  const { people: texts, record, zone } = useTexts()
  const notes = { loading: record.loading, missing: texts.missing, unchecked: texts.unchecked }
  const note = person.state === 'found' ? zone.unknownHere : notes[person.state]
  return (
    <p className="text-muted text-sm wrap-break-word" title={person.timezone}>
      {hasZone ? details : note}
    </p>
  )
}

/** The row's part of the line through all rows. */
function Line({ isInSight }: { isInSight: boolean }) {
  const { fraction } = useShownTime(isInSight)
  return <div className="person-line" style={{ left: `${fraction * 100}%` }} />
}

type RowTimeProps = { clock: ZoneClock; days: Days; isInSight: boolean }

function RowIcon({ clock, days, isInSight }: RowTimeProps) {
  const { at, isNow } = useShownTime(isInSight)
  return <StateIcon state={stateAt(days, at, isNow)} minute={localAt(clock, at).minute} />
}

function RowTime({ clock, days, isInSight }: RowTimeProps) {
  const texts = useTexts().people
  const locale = useLocale()
  const shown = useShownTime(isInSight)
  const state = describeState(stateAt(days, shown.at, shown.isNow), {
    daysApart: localAt(clock, shown.at).day - shown.day,
    locale,
    texts,
  })
  return (
    <div className="person-time">
      <time translate="no" className="font-medium text-lg leading-7">
        {shown.format(offsetAt(clock, shown.at))}
      </time>
      <p className="text-muted text-xs">{state}</p>
    </div>
  )
}

function RemoveButton({
  person: { id, name },
  onRemove,
}: {
  person: Person
  onRemove: (id: string) => void
}) {
  const texts = useTexts().people
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={texts.remove(name)}
      onClick={() => onRemove(id)}
    >
      <CloseIcon isSmall />
    </button>
  )
}
