import { skyAt } from '@timezone-registry/zones/sky'
import { toCss } from '../clock/sky.ts'
import { useMinute } from '../clock/use-now.ts'
import { useServiceClocks } from '../clock/use-service-clocks.tsx'
import { createTimeFormatter } from '../clock/zone-time.ts'
import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { countByHour } from './by-hour.ts'

// A bar for one person would be somebody in particular.
const FEWEST_IN_BAR = 2

/** A column for each hour of the day, in the colour of its sky. Its height is the number of people in that hour. */
export function HourColumns({ distribution }: { distribution: Record<string, number> }) {
  const { people } = useTexts()
  const locale = useLocale()
  const now = useMinute()
  const counts = countByHour(distribution, now, useServiceClocks()).map((count) =>
    count < FEWEST_IN_BAR ? 0 : count,
  )
  const most = Math.max(...counts, 1)
  const format = createTimeFormatter(locale)
  const midnight = now.toZonedDateTimeISO('UTC').startOfDay().toInstant()
  return (
    <ol className="hour-columns">
      {counts.map((count, hour) => {
        const name = format(midnight, hour * 60)
        return (
          <li key={name} className="hour-column" aria-hidden={count === 0}>
            <span className="sr-only">{`${name}: ${people.count(count)}`}</span>
            <span className="hour-space" aria-hidden="true">
              {count > 0 && (
                <span className="hour-count">{count.toLocaleString(locale, { notation: 'compact' })}</span>
              )}
              <span
                className="hour-bar"
                style={{ blockSize: `${(count / most) * 100}%`, '--sky': toCss(skyAt(hour + 0.5)) }}
              />
            </span>
            <span className="hour-name" aria-hidden="true">
              {hour}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
