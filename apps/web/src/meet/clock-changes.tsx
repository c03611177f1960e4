import { describeMinutes } from '@timezone-registry/zones/amounts'
import { useViewText } from '../texts/use-text.tsx'
import { useCityOf } from '../zones/use-city-of.ts'
import type { DrawnRow } from './hour-row.tsx'

/** Says in words whose clocks change on the day shown. */
export function ClockChanges({ rows }: { rows: readonly DrawnRow[] }) {
  const t = useViewText()
  const cityOf = useCityOf()
  const changes = new Map(
    rows.flatMap(({ people, cells }) => {
      const change = cells.find((cell) => cell.change !== 0)?.change
      return change === undefined ? [] : people.map(({ timezone }) => [timezone, change] as const)
    }),
  )
  return [...changes].map(([timezone, change]) => (
    <p key={timezone} className="mt-2 text-muted text-sm">
      {t(change > 0 ? 'meet.clocksForward' : 'meet.clocksBack', {
        place: cityOf(timezone),
        amount: describeMinutes(change, t),
      })}
    </p>
  ))
}
