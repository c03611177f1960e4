import { describeMinutes } from '@timezone-registry/zones/amounts'
import { moonPhase } from '@timezone-registry/zones/sun'
import { type CSSProperties, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import {
  AXIS_SLIDER,
  hide,
  moveTo,
  setText,
  useAxis,
  useAxisDrag,
  useDrawn,
  useIsNow,
  useMoved,
} from '../axis/axis.tsx'
import { createDayFormat } from '../axis/day-format.ts'
import { heightAt, moonPath, type SunArc, sunArcs } from '../axis/sun-arcs.ts'
import { fractionOf, quarterNumber, quartersOf, type Span, startOfQuarter } from '../clock/span.ts'
import { localAt, wallAt, type ZoneClock } from '../clock/zone-clock.ts'
import { useLocale, useText, useTimes } from '../texts/use-text.tsx'
import { coordinatesOf } from '../zones/sky-over.ts'
import './hero-axis.css'

const POINTS = 24
// A label takes at most so much of a wide axis.
const LABEL_FRACTION = 0.25
const LAST_AFTER = 1 - LABEL_FRACTION
const RULER_HOURS = 3
// Half of the time on the line, with some room.
const TIME_REACH_REM = 2.5

/** The sun or the moon on the line, its way from one horizon to the other, and the hours: the axis of all ribbons below. */
export function HeroAxis({ clock }: { clock: ZoneClock }) {
  const { now, span } = useAxis()
  const place = useMemo(() => coordinatesOf(clock.timezone), [clock])
  const arcs = useMemo(() => sunArcs(place, clock, span), [place, clock, span])
  const body = useRef<HTMLDivElement>(null)
  useMoved((fraction) => {
    if (body.current === null) return
    const { height, isDay } = heightAt(arcs, span.from + fraction * (span.until - span.from))
    body.current.style.transform = `translate(${(fraction * 100).toFixed(2)}cqw, ${(-height * 100).toFixed(2)}cqh)`
    const shape = isDay ? 'sun' : 'moon'
    if (body.current.dataset.body !== shape) body.current.dataset.body = shape
  })
  return (
    <AxisSlider clock={clock}>
      <div className="axis-sky">
        <svg className="axis-way" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
          <path d={arcs.map((arc) => pathOf(arc, span)).join('')} />
        </svg>
        <div ref={body} className="axis-body" aria-hidden="true">
          <Bodies moon={moonPath(moonPhase(now), { isSouth: (place?.[0] ?? 0) < 0 })} />
        </div>
      </div>
      <Labels>
        <SunTimes clock={clock} arcs={arcs} />
        <Ruler clock={clock} span={span} />
      </Labels>
    </AxisSlider>
  )
}

/** What is written on the axis. What the line would cross is hidden whole. */
function Labels({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const labels = useRef<{ element: HTMLElement; from: number; until: number }[]>([])
  // Other words come and go with them.
  const isNow = useIsNow()
  useLayoutEffect(() => {
    const axis = frame.current
    if (axis === null) return
    const measure = () => {
      const { left, width } = axis.getBoundingClientRect()
      labels.current = [...axis.querySelectorAll<HTMLElement>('.axis-label')].map((element) => {
        const box = element.getBoundingClientRect()
        const reach = element.closest('.axis-ruler') === null ? 0 : toPixels(TIME_REACH_REM)
        return { element, from: (box.left - reach - left) / width, until: (box.right + reach - left) / width }
      })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(axis)
    return () => observer.disconnect()
  }, [children, isNow])
  useMoved((fraction) => {
    for (const { element, from, until } of labels.current) hide(element, from < fraction && fraction < until)
  })
  return (
    <div ref={frame} className="pointer-events-none absolute inset-0">
      {children}
    </div>
  )
}

function toPixels(rem: number): number {
  return rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

function Bodies({ moon }: { moon: string }) {
  return (
    <svg className="axis-bodies" viewBox="-20 -20 40 40" aria-hidden="true">
      <circle className="sky-sun" r="15" />
      <path className="sky-moon" d={moon} />
    </svg>
  )
}

function pathOf({ from, to, isDay }: SunArc, span: Span): string {
  const points = Array.from({ length: POINTS + 1 }, (_, index) => {
    const at = from + (index / POINTS) * (to - from)
    const { height } = heightAt([{ from, to, isDay }], at)
    return `${fractionOf(span, at).toFixed(4)} ${(1 - height).toFixed(4)}`
  })
  return `M${points.join('L')}`
}

type SunTimesProps = { clock: ZoneClock; arcs: readonly SunArc[] }

/** When the sun rises and sets, beside its place on the horizon, and how long it is until then. */
function SunTimes({ clock, arcs }: SunTimesProps) {
  const t = useText()
  const times = useTimes()
  const { now, span } = useAxis()
  const isNow = useIsNow()
  if (coordinatesOf(clock.timezone) === undefined) return null
  // Where it is night all the time, one arc follows another without a sunrise.
  const events = arcs.filter(
    ({ from, isDay }, index) => from >= span.from && from < span.until && arcs[index - 1]?.isDay !== isDay,
  )
  const next = events.find(({ from }) => from >= now)
  return events.map((arc, index) => {
    const { from: at, isDay: isRise } = arc
    const fraction = fractionOf(span, at)
    const time = times.time(wallAt(clock, Math.round(at)))
    const minutes = Math.round((at - now) / 60_000)
    const following = events[index + 1]?.from ?? Number.POSITIVE_INFINITY
    return (
      <p
        key={at}
        dir="auto"
        className={`axis-event ${sideOf(fraction, fractionOf(span, following))} ${arc === next ? 'axis-event-next' : ''}`}
        style={{ left: `${fraction * 100}%`, '--fraction': fraction } as CSSProperties}
      >
        <span className="axis-label">
          {isRise ? t('sun.rises', { time }) : t('sun.sets', { time })}
          {arc === next && isNow && (
            <span className="text-muted">{t('sun.in', { amount: describeMinutes(minutes, t) })}</span>
          )}
        </span>
      </p>
    )
  })
}

/** Which side of its place a label is on in wide views: before it where there is no room after it. */
function sideOf(fraction: number, following: number): string {
  if (fraction > LAST_AFTER) return 'axis-event-before'
  // The next label may be before its own place.
  const room = (following > LAST_AFTER ? 2 : 1) * LABEL_FRACTION
  return following - fraction < room && fraction > LABEL_FRACTION ? 'axis-event-before' : ''
}

function Ruler({ clock, span }: { clock: ZoneClock; span: Span }) {
  const times = useTimes()
  const [first, last] = quartersOf(span)
  const quarters = Array.from({ length: last - first }, (_, index) => startOfQuarter(first + index))
  return (
    <div className="axis-ruler" aria-hidden="true">
      {quarters.map((at) => {
        const hour = localAt(clock, at).minute / 60
        if (hour % RULER_HOURS !== 0) return null
        return (
          <span key={at} className="axis-label" style={{ left: `${fractionOf(span, at) * 100}%` }}>
            {times.hour(wallAt(clock, at))}
          </span>
        )
      })}
    </div>
  )
}

type AxisSliderProps = {
  /** The reader's own. */
  clock: ZoneClock
  /** What is drawn on the axis. */
  children?: ReactNode
}

/** The handle of the line: a slider for the keyboard and screen readers, which says the time, and a place to drag. */
function AxisSlider({ clock, children }: AxisSliderProps) {
  const t = useText()
  const locale = useLocale()
  const { now, span, time } = useAxis()
  const slider = useRef<HTMLInputElement>(null)
  const [pill, label] = [useRef<HTMLDivElement>(null), useRef<HTMLSpanElement>(null)]
  const times = useTimes()
  const formatDay = useMemo(() => createDayFormat(locale), [locale])
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
