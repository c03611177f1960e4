import { useText, useViewText } from '../texts/use-text.tsx'
import { DayChoice } from './day-choice.tsx'
import { useFitTexts } from './describe-slot.ts'
import type { TimeOfDay } from './rank-times.ts'
import type { Meeting } from './use-meeting.ts'

const PLACEHOLDERS = 4
const CARDS =
  'time-cards -mx-4 grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] items-start gap-x-4 gap-y-1'

/** The best times of day, best first, on the clock of the day shown. Placeholders until everyone's zone is known. */
export function TimeCards({ meeting }: { meeting: Meeting }) {
  const t = useViewText()
  const { times, isLoading, from, now, timezone, moment, formats } = meeting
  const shown = times.find(({ minute }) => minute === formats.minuteOf(moment, timezone)) ?? times[0]
  return (
    <>
      <h3 id="times-heading" className="mt-5 mb-2 font-medium text-[0.8125rem] text-soft">
        {from === now ? t('meet.best') : t('meet.bestFrom', { date: formats.date(from, timezone) })}
      </h3>
      {isLoading ? (
        <TimeSkeletons />
      ) : (
        <ol className={CARDS} aria-labelledby="times-heading">
          {times.map((time) => (
            <li key={time.minute} className="time-card">
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
        className="time-choice wrap-anywhere block w-full cursor-pointer rounded-[14px] px-4 py-3 text-start hover:bg-ink/4"
        aria-pressed={starts.includes(moment)}
        onClick={() => choose(sameDay ?? starts[0])}
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span
            className={`tabular-nums ${isOpen ? 'font-semibold text-lg/[1.5] tracking-[-0.015em]' : 'font-medium text-[1.0625rem] tracking-[-0.01em]'}`}
            translate="no"
          >
            {formats.range(starts[0], minutes, timezone)}
          </span>
          <span className={describe.isForAll(time) ? 'time-fit time-fit-all' : 'time-fit'}>
            {describe.fit(time)}
          </span>
        </span>
        {costs !== '' && <span className="block text-sm text-soft first-letter:uppercase">{costs}</span>}
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
    <div className={CARDS}>
      <p className="sr-only">{t('record.loading')}</p>
      {Array.from({ length: PLACEHOLDERS }, (_, index) => (
        <div key={index} className="skeleton time-skeleton mx-4 h-14 first-of-type:h-28" />
      ))}
    </div>
  )
}
