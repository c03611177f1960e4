import { skyAt } from '@timezone-registry/zones/sky'
import { toCss } from '../clock/sky.ts'
import { useViewText } from '../texts/use-text.tsx'
import { MeetingActions } from './meeting-actions.tsx'
import { useFitTexts } from './use-fit-texts.ts'
import type { Meeting } from './use-meeting.ts'

const MAX_ON_PHONE = 6

/** The moment chosen in everybody's time, and ways to share it unless it has passed. */
export function Result({ meeting, isPhone }: { meeting: Meeting; isPhone: boolean }) {
  const { people, moment, minutes, timezone, now, formats } = meeting
  return (
    <div className="result">
      {isPhone && (
        <p className="result-time" translate="no">
          {formats.range(moment, minutes, timezone)}
        </p>
      )}
      <TimesList meeting={{ ...meeting, people: isPhone ? people.slice(0, MAX_ON_PHONE) : people }} />
      <FitNote meeting={meeting} />
      {moment >= now && (
        <MeetingActions meeting={meeting} isPhone={isPhone}>
          {isPhone && people.length > MAX_ON_PHONE && <TimesList meeting={meeting} />}
        </MeetingActions>
      )}
    </div>
  )
}

/** The moment in everybody's time, with the day where it is not the one shown. */
function TimesList({ meeting: { people, moment, timezone, formats } }: { meeting: Meeting }) {
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

/** Whom the moment suits, or that it has passed. */
function FitNote({ meeting }: { meeting: Meeting }) {
  const t = useViewText()
  const describe = useFitTexts(meeting)
  const { fit, moment, now, isLoading } = meeting
  if (moment < now) return <p className="fit-note text-danger">{t('meet.past')}</p>
  if (isLoading) return null
  const costs = describe.costs(fit)
  return (
    <p className="fit-note">
      <span className={describe.isForAll(fit) ? 'time-fit time-fit-all' : 'time-fit'}>
        {describe.fit(fit)}
      </span>
      {costs !== '' && <span className="block text-sm text-soft first-letter:uppercase">{costs}</span>}
    </p>
  )
}
