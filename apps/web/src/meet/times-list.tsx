import { skyAt } from '@timezone-registry/zones/sky'
import { toCss } from '../clock/sky.ts'
import { useViewText } from '../texts/use-text.tsx'
import type { Meeting } from './use-meeting.ts'

/** The moment in everybody's time, with the day where it is not the one shown. */
export function TimesList({ meeting: { people, moment, timezone, formats } }: { meeting: Meeting }) {
  const t = useViewText()
  const date = formats.date(moment, timezone)
  return (
    <ul className="times" aria-label={t('meet.times')}>
      {people.map((person) => {
        const isOtherDay = formats.date(moment, person.timezone) !== date
        return (
          <li key={person.id}>
            <span className="times-name" dir="auto">
              {person.name}
            </span>
            <span className="times-time" translate="no">
              <span
                className="times-sky"
                style={{ '--sky': toCss(skyAt(formats.minuteOf(moment, person.timezone) / 60)) }}
              />
              {isOtherDay && <span className="times-day">{formats.weekday(moment, person.timezone)}</span>}
              <span>{formats.time(moment, person.timezone)}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
