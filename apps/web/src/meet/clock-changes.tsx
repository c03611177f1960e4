import { describeMinutes } from '@timezone-registry/zones/amounts'
import { useTexts } from '../texts/use-texts.tsx'
import { useCityOf } from '../zones/use-city-of.ts'
import type { DrawnRow } from './hour-row.tsx'

/** Says in words whose clocks change on the day shown. */
export function ClockChanges({ rows }: { rows: readonly DrawnRow[] }) {
  const texts = useTexts()
  const { meet } = texts
  const cityOf = useCityOf()
  const changes = new Map(
    rows.flatMap(({ people, cells }) => {
      const change = cells.find((cell) => cell.change !== 0)?.change
      return change === undefined ? [] : people.map(({ timezone }) => [timezone, change] as const)
    }),
  )
  return [...changes].map(([timezone, change]) => (
    <p key={timezone} className="mt-2 text-muted text-sm">
      {(change > 0 ? meet.clocksForward : meet.clocksBack)(cityOf(timezone), describeMinutes(change, texts))}
    </p>
  ))
}
