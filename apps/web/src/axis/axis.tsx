import {
  createContext,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { fractionOf, quarterAt, type Span, spanAround } from '../clock/span.ts'
import { useMinute } from '../clock/use-now.ts'
import { type AxisTime, createAxisTime } from './axis-time.ts'

/** The id of the slider's element, for what gives the focus back to it. */
export const AXIS_SLIDER = 'axis-slider'

/** What a view shows: twelve hours before and after now, and the time on its line. */
type Axis = { now: number; span: Span; time: AxisTime }

const AxisContext = createContext<Axis | undefined>(undefined)

/** Gives a view its axis. */
export function AxisProvider({ children }: { children: ReactNode }) {
  const now = useMinute()
  const [time] = useState(() => createAxisTime())
  const axis = useMemo(() => ({ now, span: spanAround(now), time }), [now, time])
  return <AxisContext value={axis}>{children}</AxisContext>
}

/** The axis of the view. */
export function useAxis(): Axis {
  const axis = use(AxisContext)
  if (axis === undefined) throw new Error('This view has no axis')
  return axis
}

/** False while the line is somewhere else. */
export function useIsNow(): boolean {
  const { time } = useAxis()
  return useSyncExternalStore(time.subscribe, () => time.chosen() === undefined)
}

/** The time shown, in milliseconds since 1970. */
export type Shown = { at: number; isNow: boolean }

/** Writes the time shown to the page: after each render, and soon after another time is chosen, first where `within` is in sight. */
export function useDrawn(draw: (shown: Shown) => void, within?: RefObject<Element | null>): void {
  const { now, time } = useAxis()
  useWritten(
    () => {
      const chosen = time.chosen()
      draw({ at: chosen ?? now, isNow: chosen === undefined })
    },
    { subscribe: time.subscribe, within },
  )
}

/** Writes where the line is on the axis, from 0 to 1: after each render, and in each frame in which it moves while `within` is in sight. */
export function useMoved(draw: (fraction: number) => void, within?: RefObject<Element | null>): void {
  const { now, span, time } = useAxis()
  useWritten(() => draw(fractionOf(span, time.line() ?? now)), {
    subscribe: time.follow,
    within,
  })
}

type Written = {
  subscribe: (listener: () => void, isInSight: () => boolean) => () => void
  within: RefObject<Element | null> | undefined
}

function useWritten(write: () => void, { subscribe, within }: Written): void {
  const latest = useRef(write)
  latest.current = write
  useLayoutEffect(() => latest.current())
  useEffect(() => {
    const run = () => latest.current()
    let isInSight = !within?.current
    const unsubscribe = subscribe(run, () => isInSight)
    if (!within?.current) return unsubscribe
    const observer = new IntersectionObserver((entries) => {
      isInSight = entries.at(-1)?.isIntersecting === true
      if (isInSight) run()
    })
    observer.observe(within.current)
    return () => [observer.disconnect(), unsubscribe()]
  }, [subscribe, within])
}

/** Moves the line to where a pointer drags on an element that is as wide as the axis. */
export function useAxisDrag() {
  const { span, time } = useAxis()
  // Measured once, because what moves would have to be laid out for each move.
  const box = useRef({ left: 0, width: 0 })

  function follow({ clientX }: PointerEvent<HTMLElement>) {
    const { left, width } = box.current
    if (width === 0) return
    const fraction = Math.min(Math.max((clientX - left) / width, 0), 1)
    time.choose(quarterAt(span, fraction), span.from + fraction * (span.until - span.from))
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      box.current = event.currentTarget.getBoundingClientRect()
      event.currentTarget.setPointerCapture(event.pointerId)
      follow(event)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event)
    },
    onLostPointerCapture: () => {
      const at = time.chosen()
      if (at !== undefined) time.choose(at)
    },
  }
}

/** Writes an element's text, if it is another one. */
export function setText(element: Element | null, text: string): void {
  const node = element?.firstChild
  if (node instanceof Text) {
    if (node.data !== text) node.data = text
  } else if (element !== null) element.textContent = text
}

/** Hides or shows an element, whose place stays. */
export function hide(element: HTMLElement | SVGElement, isHidden: boolean): void {
  const visibility = isHidden ? 'hidden' : ''
  if (element.style.visibility !== visibility) element.style.visibility = visibility
}

/** Moves an element along the axis, which is its container. */
export function moveTo(element: HTMLElement | null, fraction: number): void {
  if (element !== null) element.style.transform = `translateX(${(fraction * 100).toFixed(2)}cqw)`
}
