import { toPathId } from '@timezone-registry/contract'
import { inkOn, skyAt } from '@timezone-registry/zones/sky'
import { memo, useMemo, useRef } from 'react'
import { Link } from 'wouter'
import { moveTo, setText, useAxis, useAxisDrag, useDrawn, useMoved } from '../axis/axis.tsx'
import { daysOf, stateAt } from '../clock/days.ts'
import { toCss } from '../clock/sky.ts'
import { localAt, offsetAt, type ZoneClock } from '../clock/zone-clock.ts'
import { Ribbon } from '../ribbon/ribbon.tsx'
import type { Person } from '../selection/use-people.ts'
import { useLocale, useViewText } from '../texts/use-text.tsx'
import { describeState } from './describe-person.ts'
import { RowMenu } from './row-menu.tsx'
import './person-row.css'

// The sky behind initials changes in steps.
const SKY_MINUTES = 30

type PersonRowProps = {
  person: Person
  clock: ZoneClock | undefined
  /** The reader's own. */
  own: ZoneClock
  /** Writes a time at an offset in minutes. */
  format: (at: Temporal.Instant, offset: number) => string
  /** `Kolkata · +4 h 30 min · clocks go back on Sunday`. */
  details: string
  onRemove: (id: string) => void
}

/** Somebody's place, time and state, on a ribbon of their own sky. */
export const PersonRow = memo(function PersonRow({ person, details, onRemove, ...props }: PersonRowProps) {
  const { id, name, state, timezone, availability, isOld } = person
  const t = useViewText()
  const parts = useRowParts({ ...props, availability })
  const { clock } = props
  return (
    <li ref={parts.row} className="person-row">
      <div className="row-who">
        <span
          ref={parts.initials}
          className={`row-initials ${clock ? '' : 'row-initials-none'}`}
          aria-hidden="true"
        >
          {initialsOf(name)}
        </span>
        <div className="min-w-0">
          <Link href={`/u/${toPathId(id)}`} className="row-name" dir="auto">
            {name}
          </Link>
          <p className="row-details" title={timezone}>
            {clock ? details : state === 'loading' ? t('record.loading') : t('zone.unknownHere')}
            {isOld && ` · ${t('list.unchecked')}`}
          </p>
        </div>
      </div>
      <div className="person-ribbon" aria-hidden="true" {...useAxisDrag()}>
        {clock && parts.days && (
          <>
            <Ribbon clock={clock} span={parts.span} awake={parts.days.awake} />
            <div ref={parts.line} className="axis-line" />
          </>
        )}
      </div>
      <div className="person-time">
        <time ref={parts.time} translate="no" />
        <p ref={parts.note} />
      </div>
      <RowMenu person={person} onRemove={onRemove} />
    </li>
  )
})

/** What changes while the line moves is drawn, not rendered, and only in rows that are in sight. */
function useRowParts({
  clock,
  own,
  format,
  availability,
}: Pick<PersonRowProps, 'clock' | 'own' | 'format'> & Pick<Person, 'availability'>) {
  const t = useViewText()
  const locale = useLocale()
  const { span } = useAxis()
  const days = useMemo(() => clock && daysOf(clock, span, availability), [clock, span, availability])
  const row = useRef<HTMLLIElement>(null)
  const [initials, line] = [useRef<HTMLSpanElement>(null), useRef<HTMLDivElement>(null)]
  const [time, note] = [useRef<HTMLTimeElement>(null), useRef<HTMLParagraphElement>(null)]
  useMoved((fraction) => moveTo(line.current, fraction), row)
  useDrawn(({ at, isNow }) => {
    if (clock === undefined || days === undefined || initials.current === null) return
    const { day, minute } = localAt(clock, at)
    const daysApart = day - localAt(own, at).day
    const sky = skyAt(Math.floor(minute / SKY_MINUTES) * (SKY_MINUTES / 60))
    initials.current.style.backgroundColor = toCss(sky)
    initials.current.style.color = inkOn(sky)
    setText(time.current, format(Temporal.Instant.fromEpochMilliseconds(at), offsetAt(clock, at)))
    setText(note.current, describeState(stateAt(days, at, isNow), { daysApart, locale, t }))
  }, row)
  return { row, initials, line, time, note, span, days }
}

/** The first letters of the first two words. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const letters = words.slice(0, 2).map((word) => [...new Intl.Segmenter().segment(word)][0]?.segment ?? '')
  return letters.join('').toLocaleUpperCase()
}
