import { toPathId } from '@timezone-registry/contract'
import { inkOn, skyAt } from '@timezone-registry/zones/sky'
import { memo, useMemo, useRef } from 'react'
import { Link } from 'wouter'
import { hide, moveTo, setText, useAxis, useAxisDrag, useDrawn, useMoved } from '../axis/axis.tsx'
import type { DayFormat } from '../axis/day-format.ts'
import { daysOf, stateAt } from '../clock/days.ts'
import { toCss } from '../clock/sky.ts'
import { localAt, wallAt, type ZoneClock } from '../clock/zone-clock.ts'
import { HOUR_MARGIN, Ribbon } from '../ribbon/ribbon.tsx'
import type { Person } from '../selection/use-people.ts'
import { useTimes, useViewText } from '../texts/use-text.tsx'
import { firstLetter } from '../ui/first-letter.ts'
import { icon } from '../ui/icons.tsx'
import { RowMenu } from './row-menu.tsx'
import './person-row.css'

// A clock that runs back: of earlier.
const OldIcon = icon('M4 4v5h5M4.5 9a8 8 0 1 1-.5 3.5M12 8v4.5l3 1.5')
// The sky behind initials changes in steps.
const SKY_MINUTES = 30
const NAME = 'row-name block truncate font-medium leading-[22px]'

type PersonRowProps = {
  person: Person
  clock: ZoneClock | undefined
  /** The reader's own. */
  own: ZoneClock
  formatDay: DayFormat
  /** `Kolkata · +4 h 30 min · Clocks go back on 25 October`. */
  details: string
  onRemove: (id: string) => void
}

/** Somebody's place, time and state, on a ribbon of their own sky. */
export const PersonRow = memo(function PersonRow({ person, details, onRemove, ...props }: PersonRowProps) {
  const { id, name, state, timezone, availability, isOld, isUnregistered } = person
  const t = useViewText()
  const parts = useRowParts({ ...props, availability })
  const { clock } = props
  return (
    <li ref={parts.row} className="person-row">
      <div className="flex min-w-0 items-center gap-3.5 [grid-area:who]">
        <span
          ref={parts.initials}
          className={`row-initials ${clock ? '' : 'row-initials-none'}`}
          aria-hidden="true"
        >
          {state === 'loading' ? '' : initialsOf(name)}
        </span>
        <div className="min-w-0">
          {isUnregistered ? (
            <p className={NAME} dir="auto">
              {name}
            </p>
          ) : (
            <Link href={`/u/${toPathId(id)}`} className={`row-link ${NAME}`} dir="auto">
              {state === 'loading' ? <span className="skeleton inline-block h-4 w-24 align-middle" /> : name}
            </Link>
          )}
          <p className="row-details" title={timezone}>
            {state === 'loading' ? <Loading id={id} /> : clock ? details : t('zone.unknownHere')}
            {isOld && <Unchecked />}
          </p>
        </div>
      </div>
      <div className="person-ribbon" aria-hidden="true" {...useAxisDrag()}>
        {state === 'loading' && <div className="skeleton h-8" />}
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

function Loading({ id }: { id: string }) {
  const t = useViewText()
  return (
    <>
      <span className="sr-only">{`${id} · ${t('record.loading')}`}</span>
      <span className="skeleton inline-block h-3 w-32 align-middle" aria-hidden="true" />
    </>
  )
}

/** Short, since the bar above the page says more. */
function Unchecked() {
  const t = useViewText()
  return (
    <span title={t('list.unchecked')} className="ms-1.5 inline-block align-[-0.15em]">
      <OldIcon isSmall />
      <span className="sr-only">{` · ${t('list.unchecked')}`}</span>
    </span>
  )
}

/** What changes while the line moves is drawn, not rendered, and only in rows that are in sight. */
function useRowParts({
  clock,
  own,
  formatDay,
  availability,
}: Pick<PersonRowProps, 'clock' | 'own' | 'formatDay'> & Pick<Person, 'availability'>) {
  const t = useViewText()
  const times = useTimes()
  const { span } = useAxis()
  const days = useMemo(() => clock && daysOf(clock, span, availability), [clock, span, availability])
  const row = useRef<HTMLLIElement>(null)
  const [initials, line] = [useRef<HTMLSpanElement>(null), useRef<HTMLDivElement>(null)]
  const [time, note] = [useRef<HTMLTimeElement>(null), useRef<HTMLParagraphElement>(null)]
  useMoved((fraction) => {
    moveTo(line.current, fraction)
    for (const hour of row.current?.querySelectorAll<SVGTextElement>('.ribbon text') ?? [])
      hide(hour, Math.abs(Number(hour.dataset.at) - fraction) < HOUR_MARGIN)
  }, row)
  useDrawn(({ at, isNow }) => {
    if (clock === undefined || days === undefined || initials.current === null) return
    const { day, minute } = localAt(clock, at)
    const sky = skyAt(Math.floor(minute / SKY_MINUTES) * (SKY_MINUTES / 60))
    initials.current.style.backgroundColor = toCss(sky)
    initials.current.style.color = inkOn(sky)
    setText(time.current, times.time(wallAt(clock, at)))
    const otherDay = formatDay({ day, today: localAt(own, at).day, isNow })
    setText(
      note.current,
      [t(`list.states.${stateAt(days, at, isNow)}`), otherDay].filter(Boolean).join(' · '),
    )
  }, row)
  return { row, initials, line, time, note, span, days }
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  return words.slice(0, 2).map(firstLetter).join('')
}
