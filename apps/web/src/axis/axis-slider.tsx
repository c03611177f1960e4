import { type ReactNode, useMemo, useRef } from 'react'
import { quarterNumber, quartersOf, startOfQuarter } from '../clock/span.ts'
import { localAt, wallAt, type ZoneClock } from '../clock/zone-clock.ts'
import { useLocale, useText, useTimes } from '../texts/use-text.tsx'
import { AXIS_SLIDER, moveTo, setText, useAxis, useAxisDrag, useDrawn, useMoved } from './axis.tsx'
import { createDayFormat } from './day-format.ts'
import './axis.css'

type AxisSliderProps = {
  /** The reader's own. */
  clock: ZoneClock
  /** What is drawn on the axis. */
  children?: ReactNode
}

/** The handle of the line: a slider for the keyboard and screen readers, which says the time, and a place to drag. */
export function AxisSlider({ clock, children }: AxisSliderProps) {
  const t = useText()
  const locale = useLocale()
  const { now, span, time } = useAxis()
  const slider = useRef<HTMLInputElement>(null)
  const [pill, label] = [useRef<HTMLDivElement>(null), useRef<HTMLSpanElement>(null)]
  const times = useTimes()
  const formatDay = useMemo(() => createDayFormat(locale, t), [locale, t])
  const [first, last] = quartersOf(span)
  useMoved((fraction) => moveTo(pill.current, fraction))
  useDrawn(({ at, isNow }) => {
    if (slider.current === null) return
    const text = times.time(wallAt(clock, at))
    const [day, today] = [localAt(clock, at).day, localAt(clock, now).day]
    const otherDay = formatDay({ day, today, isNow })
    setText(label.current, isNow ? t('people.now') : text)
    slider.current.ariaValueText = [isNow ? t('people.now') : '', text, otherDay].filter(Boolean).join(', ')
    slider.current.value = String(quarterNumber(at))
  })
  return (
    <div className="axis" dir="ltr" {...useAxisDrag()}>
      {children}
      <input
        ref={slider}
        id={AXIS_SLIDER}
        type="range"
        aria-label={t('people.line')}
        min={first}
        max={last}
        onChange={({ target }) => time.choose(startOfQuarter(Number(target.value)))}
        // Otherwise it would submit the form around it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div ref={pill} className="axis-pill" aria-hidden="true">
        <span ref={label} dir="auto" translate="no" />
      </div>
    </div>
  )
}
