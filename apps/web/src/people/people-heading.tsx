import { type DayState, dayStateAt } from '@timezone-registry/zones/day-state'
import type { ServiceClocks } from '../clock/service-clocks.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { localAt, zoneClock } from '../clock/zone-clock.ts'
import type { Person } from '../selection/use-people.ts'
import { useTexts } from '../texts/use-texts.tsx'

type PeopleHeadingProps = { id: string; name: string; people: Person[]; at: number }

/** The name of the group, or of the page, and how many are awake at the time shown. */
export function PeopleHeading({ id, name, people, at }: PeopleHeadingProps) {
  const { people: texts, pages } = useTexts()
  const counts = countStates(people, { at, clocks: useServiceClocks() })
  const parts = [
    counts.awake > 0 && texts.awakeCount(counts.awake),
    counts['winding-down'] > 0 && texts.windingDownCount(counts['winding-down']),
    counts.asleep > 0 && texts.asleepCount(counts.asleep),
  ].filter(Boolean)
  return (
    <div className="min-w-0 grow basis-48">
      <h2 id={id} tabIndex={-1} className="heading wrap-anywhere outline-none">
        {name === '' ? pages.people : name}
      </h2>
      {people.length > 1 && <p className="text-muted text-sm">{parts.join(' · ')}</p>}
    </div>
  )
}

type Shown = { at: number; clocks: ServiceClocks | undefined }

function countStates(people: readonly Person[], { at, clocks }: Shown): Record<DayState, number> {
  const counts = { awake: 0, 'winding-down': 0, asleep: 0 }
  for (const [timezone = '', same] of Map.groupBy(people, (person) => person.timezone)) {
    const clock = zoneClock(timezone, { from: at, until: at }, clocks)
    if (clock !== undefined) counts[dayStateAt(localAt(clock, at).minute)] += same.length
  }
  return counts
}
