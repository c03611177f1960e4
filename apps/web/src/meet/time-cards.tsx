import { useText, useViewText } from '../texts/use-text.tsx'
import { DayChoice } from './day-choice.tsx'
import type { TimeOfDay } from './rank-times.ts'
import { useFitTexts } from './use-fit-texts.ts'
import type { Meeting } from './use-meeting.ts'

const PLACEHOLDERS = 4

/** The best times of day, best first, on the clock of the day shown. Placeholders until everyone's zone is known. */
export function TimeCards({ meeting }: { meeting: Meeting }) {
  const t = useViewText()
  const { times, isLoading, from, now, timezone, moment, formats } = meeting
  const shown = times.find(({ minute }) => minute === formats.minuteOf(moment, timezone)) ?? times[0]
  return (
    <>
      <h3 id="times-heading" className="times-heading">
        {from === now ? t('meet.best') : t('meet.bestFrom', { date: formats.date(from, timezone) })}
      </h3>
      {isLoading ? (
        <TimeSkeletons />
      ) : (
        <ol className="time-cards" aria-labelledby="times-heading">
          {times.map((time) => (
            <li key={time.minute} className={time === shown ? 'time-card time-card-open' : 'time-card'}>
              <TimeCard meeting={meeting} time={time} isOpen={time === shown} />
            </li>
          ))}
        </ol>
      )}
      {times.length > 0 && times.every(({ hurt }) => hurt.length > 0) && (
        <p className="mt-3 text-muted text-sm">{t('meet.noneGood')}</p>
      )}
    </>
  )
}

type TimeCardProps = { meeting: Meeting; time: TimeOfDay; isOpen: boolean }

/** A time of day: whom it suits, and once it is chosen, the days on which it does. */
function TimeCard({ meeting, time, isOpen }: TimeCardProps) {
  const describe = useFitTexts(meeting)
  const { moment, timezone, day, minutes, choose, formats } = meeting
  const { starts } = time
  const sameDay = starts.find((start) => formats.date(start, timezone) === formats.date(day.start, timezone))
  const costs = time === meeting.times[0] ? describe.costs(time) : describe.comparison(time)
  return (
    <>
      <button
        type="button"
        className="time-choice"
        aria-pressed={starts.includes(moment)}
        onClick={() => choose(sameDay ?? starts[0])}
      >
        <span className="time-line">
          <span className="time-of-day" translate="no">
            {formats.range(starts[0], minutes, timezone)}
          </span>
          <span className={describe.isForAll(time) ? 'time-fit time-fit-all' : 'time-fit'}>
            {describe.fit(time)}
          </span>
        </span>
        {costs !== '' && <span className="time-costs">{costs}</span>}
      </button>
      {isOpen && (
        <DayChoice
          starts={starts}
          formats={formats}
          timezone={timezone}
          isChosen={(start) => start === moment}
          onChoose={choose}
        />
      )}
    </>
  )
}

/** As tall as the times that replace them, so that nothing below moves. */
function TimeSkeletons() {
  const t = useText()
  return (
    <div className="time-cards">
      <p className="sr-only">{t('record.loading')}</p>
      {Array.from({ length: PLACEHOLDERS }, (_, index) => (
        <div key={index} className="skeleton time-skeleton" />
      ))}
    </div>
  )
}
