import { useMemo, useRef } from 'react'
import { setText, useAxis, useDrawn } from '../axis/axis.tsx'
import { type DayState, daysOf, stateAt } from '../clock/days.ts'
import { wallAt, type ZoneClock } from '../clock/zone-clock.ts'
import type { Person } from '../selection/use-people.ts'
import { useTimes, useViewText } from '../texts/use-text.tsx'

type PeopleCountsProps = {
  people: readonly Person[]
  zones: Map<string, ZoneClock>
  /** The reader's own zone. */
  own: string | undefined
}

/** What people say of themselves. */
const SAID = ['available', 'away'] as const
/** What is likely at the local time of the others. */
const LIKELY = ['awake', 'winding-down', 'asleep'] as const

/** `1 available · likely 5 awake · 1 winding down`, and the time shown where that is not now. */
export function PeopleCounts({ people, zones, own = '' }: PeopleCountsProps) {
  const t = useViewText()
  const times = useTimes()
  const { span } = useAxis()
  const note = useRef<HTMLParagraphElement>(null)
  const days = useMemo(
    () =>
      people.flatMap(({ timezone = '', availability }) => {
        const clock = zones.get(timezone)
        return clock === undefined ? [] : [daysOf(clock, span, availability)]
      }),
    [people, zones, span],
  )
  useDrawn(({ at, isNow }) => {
    const counts = Map.groupBy(days, (one): DayState => stateAt(one, at, isNow))
    const write = (states: readonly (typeof SAID | typeof LIKELY)[number][]) =>
      states
        .flatMap((state) => {
          const count = counts.get(state)?.length ?? 0
          // A number stays with its word.
          return count === 0 ? [] : t(`list.counts.${state}`, { count }).replace(' ', '\u00a0')
        })
        .join(' · ')
    const likely = write(LIKELY)
    const clock = isNow ? undefined : zones.get(own)
    const time = clock && times.time(wallAt(clock, at))
    setText(
      note.current,
      [time, write(SAID), likely && t('list.likely', { counts: likely })].filter(Boolean).join(' · '),
    )
  })
  return <p ref={note} className="me-2 text-sm text-soft max-sm:flex-[1_1_6rem]" translate="no" />
}
