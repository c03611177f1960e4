import { useLocale } from '../texts/use-texts.tsx'
import { describeFit } from './describe-slot.ts'
import { useMeetFormats } from './use-meet-formats.ts'
import { useMeetTexts } from './use-meet-texts.ts'
import type { Meeting } from './use-meeting.ts'

type SlotListProps = { meeting: Meeting; onChoose: (at: number) => void }

/** The best times, best first, in the zone of the day shown. */
export function SlotList({ meeting: { people, slots, timezone, moment }, onChoose }: SlotListProps) {
  const texts = useMeetTexts()
  const locale = useLocale()
  const formats = useMeetFormats()
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const describe = (slot: (typeof slots)[number]) =>
    describeFit(slot, { names, texts, locale, formatMinute: formats.minute })

  return (
    <>
      <h3 id="slots-heading" className="mt-5 mb-2 font-medium text-muted text-sm">
        {texts.best}
      </h3>
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
              <span className="text-muted text-sm">{describe(slot)}</span>
            </button>
          </li>
        ))}
      </ol>
      {slots.length > 0 && slots.every(({ hurt }) => hurt.length > 0) && (
        <p className="mt-3 text-muted text-sm">{texts.noneGood}</p>
      )}
    </>
  )
}
