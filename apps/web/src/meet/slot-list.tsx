import { useLocale, useTexts } from '../texts/use-texts.tsx'
import { describeFit } from './describe-slot.ts'
import { useMeetFormats } from './use-meet-formats.ts'
import { type Meeting, PROPOSALS } from './use-meeting.ts'

type SlotListProps = { meeting: Meeting; onChoose: (at: number) => void }

/** The best times, best first, in the zone of the day shown. Placeholders until everyone's zone is known. */
export function SlotList({ meeting, onChoose }: SlotListProps) {
  const texts = useTexts().meet
  const formats = useMeetFormats()
  const { slots, isLoading, from, timezone } = meeting
  return (
    <>
      <h3 id="slots-heading" className="mt-5 mb-2 font-medium text-muted text-sm">
        {from === undefined ? texts.best : texts.bestFrom(formats.date(from, timezone))}
      </h3>
      {isLoading ? <SlotSkeletons /> : <Slots meeting={meeting} onChoose={onChoose} />}
      {slots.length > 0 && slots.every(({ hurt }) => hurt.length > 0) && (
        <p className="mt-3 text-muted text-sm">{texts.noneGood}</p>
      )}
    </>
  )
}

function Slots({ meeting: { people, leftOut, slots, timezone, moment }, onChoose }: SlotListProps) {
  const texts = useTexts().meet
  const locale = useLocale()
  const formats = useMeetFormats()
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const unchecked = leftOut.filter(({ state }) => state === 'unchecked').length
  const describe = (slot: (typeof slots)[number]) =>
    describeFit(slot, { names, unchecked, texts, locale, formatMinute: formats.minute })
  return (
    <ol className="slots" aria-labelledby="slots-heading">
      {slots.map((slot) => (
        <li key={slot.start}>
          <button
            type="button"
            className="slot"
            aria-pressed={slot.start === moment}
            onClick={() => onChoose(slot.start)}
          >
            <span className="slot-time">
              <span>{formats.date(slot.start, timezone)}</span>
              <span className="tabular-nums">{formats.time(slot.start, timezone)}</span>
            </span>
            <span className="text-muted text-sm first-letter:uppercase">{describe(slot)}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

/** As tall as the times that replace them, so that nothing below moves. */
function SlotSkeletons() {
  const { record } = useTexts()
  return (
    <div className="slots">
      <p className="sr-only">{record.loading}</p>
      {Array.from({ length: PROPOSALS }, (_, index) => (
        <div key={index} className="skeleton slot-skeleton" />
      ))}
    </div>
  )
}
