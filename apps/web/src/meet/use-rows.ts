import { useMemo } from 'react'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import type { DrawnRow } from './hour-row.tsx'
import { cellsOf, groupByClock } from './meet-day.ts'
import type { Meeting } from './use-meeting.ts'

/** Everybody's hours along the day shown, from west to east; people with the same clock together if there are many. */
export function useRows({ people, day }: Pick<Meeting, 'people' | 'day'>, maxSingle: number): DrawnRow[] {
  const clocks = useServiceClocks()
  return useMemo(() => {
    const rows =
      people.length > maxSingle
        ? groupByClock(people, day, clocks)
        : people.map((person) => ({ timezone: person.timezone, said: person.said, people: [person] }))
    return rows.map((row) => ({ ...row, cells: cellsOf(row, day, clocks) }))
  }, [people, day, clocks, maxSingle])
}
