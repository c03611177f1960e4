import { skyAt } from '@timezone-registry/zones/sky'
import { toCss } from '../clock/sky.ts'
import { useViewText } from '../texts/use-text.tsx'
import type { Meeting } from './use-meeting.ts'

/** The moment in everybody's time, with the day where it is not the one shown. */
export function TimesList({ meeting: { people, moment, timezone, formats } }: { meeting: Meeting }) {
  const t = useViewText()
  const date = formats.date(moment, timezone)
  return (
    <ul
      className="grid grid-cols-[repeat(auto-fill,minmax(min(7rem,100%),1fr))] gap-x-4 gap-y-3"
      aria-label={t('meet.times')}
    >
      {people.map((person) => {
        const isOtherDay = formats.date(moment, person.timezone) !== date
        return (
          <li key={person.id} className="min-w-0 break-inside-avoid">
            <span className="block truncate text-[0.8125rem] text-soft" dir="auto">
              {person.name}
            </span>
            <span
              className="flex items-center gap-[7px] font-medium text-[1.125rem] tabular-nums tracking-[-0.01em]"
              translate="no"
            >
              <span
                className="sky-dot size-2.5"
                style={{ '--sky': toCss(skyAt(formats.minuteOf(moment, person.timezone) / 60)) }}
              />
              {isOtherDay && (
                <span className="text-[0.8125rem] text-soft">{formats.weekday(moment, person.timezone)}</span>
              )}
              <span>{formats.time(moment, person.timezone)}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
