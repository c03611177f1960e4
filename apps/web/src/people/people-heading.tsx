import { daysOf, stateAt, withLead } from '../clock/days.ts'
import type { ServiceClocks } from '../clock/service-clocks.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { zoneClock } from '../clock/zone-clock.ts'
import type { Person } from '../selection/use-people.ts'
import { useTexts } from '../texts/use-texts.tsx'
import type { BoardTime } from './use-board-time.ts'

type PeopleHeadingProps = { id: string; name: string; people: Person[]; time: BoardTime }

/** The name of the group, or of the page, and how many are awake at the time shown. */
export function PeopleHeading({ id, name, people, time }: PeopleHeadingProps) {
  const { people: texts, pages } = useTexts()
  const counts = countStates(people, time, useServiceClocks())
  const parts = COUNTED.flatMap((state) => (counts[state] > 0 ? [texts.counts[state](counts[state])] : []))
  // A number stays with its word.
  const line = parts.map((part) => part.replace(' ', '\u00a0')).join(' · ')
  return (
    <div className="min-w-0 grow basis-48">
      <h2 id={id} tabIndex={-1} className="heading wrap-anywhere outline-none">
        {name === '' ? pages.people : name}
      </h2>
      {people.length > 1 && <p className="text-muted text-sm">{line}</p>}
    </div>
  )
}

const COUNTED = ['available', 'awake', 'asleep', 'away'] as const

function countStates(
  people: readonly Person[],
  { at, isNow }: Pick<BoardTime, 'at' | 'isNow'>,
  clocks: ServiceClocks | undefined,
): Record<(typeof COUNTED)[number], number> {
  const counts = { available: 0, awake: 0, asleep: 0, away: 0 }
  const span = { from: at, until: at }
  for (const [timezone = '', same] of Map.groupBy(people, (person) => person.timezone)) {
    const clock = zoneClock(timezone, withLead(span), clocks)
    if (clock === undefined) continue
    for (const { availability } of same) {
      const state = stateAt(daysOf(clock, span, availability), at, isNow)
      counts[state === 'winding-down' ? 'awake' : state] += 1
    }
  }
  return counts
}
