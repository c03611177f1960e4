import { fractionOf, quarterNumber, quartersOf, type Span, startOfQuarter } from '../clock/span.ts'
import { useTexts } from '../texts/use-texts.tsx'
import './scrubber.css'

type ScrubberProps = {
  span: Span
  /** The time shown, in milliseconds since 1970. */
  at: number
  isNow: boolean
  /** The time in words. */
  label: string
  onScrub: (at: number) => void
}

/** The handle of the line that runs through all rows: a slider for the keyboard, and the time that it shows. */
export function Scrubber({ span, at, isNow, label, onScrub }: ScrubberProps) {
  const texts = useTexts().people
  const [first, last] = quartersOf(span)
  return (
    <div className="scrubber" dir="ltr">
      <input
        type="range"
        aria-label={texts.line}
        aria-valuetext={isNow ? `${texts.now}, ${label}` : label}
        min={first}
        max={last}
        value={quarterNumber(at)}
        onChange={({ target }) => onScrub(startOfQuarter(Number(target.value)))}
      />
      <span
        className="scrubber-label"
        style={{ left: `clamp(1.5rem, ${fractionOf(span, at) * 100}%, 100% - 1.5rem)` }}
        aria-hidden="true"
      >
        {isNow ? texts.now : label}
      </span>
    </div>
  )
}
