import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { changeView, type MapChange, type Point, viewBoxOf } from './map-view.ts'

const STEP = 1.6
// Pixels of a wheel that enlarge by e.
const WHEEL = 400
// In pixels: a press that moves less is a tap.
const TAP_SLOP = 6

/** Zooms a map by wheel, by pinching and by steps, and moves it by dragging. */
export function useZoom(
  svg: RefObject<SVGSVGElement | null>,
  { start, map }: { start: Point; map: { width: number; height: number } },
) {
  const [view, setView] = useState({ ...start, zoom: 1 })
  const change = (how: MapChange, to?: Point) =>
    setView((before) => {
      const box = svg.current?.getBoundingClientRect()
      if (box === undefined || box.width === 0) return before
      const { left, top, width, height } = box
      return changeView({ ...before, ...to }, { left, top, width, height, map }, how)
    })

  // Brings the start into the box, whose size is known only now.
  useLayoutEffect(() => change({}), [])
  useEffect(() => {
    const element = svg.current
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      change({
        factor: Math.exp(-event.deltaY / WHEEL),
        around: { x: event.clientX, y: event.clientY },
      })
    }
    // React's own listeners cannot keep the page from scrolling.
    element?.addEventListener('wheel', wheel, { passive: false })
    return () => element?.removeEventListener('wheel', wheel)
  })

  return {
    viewBox: viewBoxOf(view, map),
    ...usePointers(change),
    zoomIn: () => change({ factor: STEP }),
    zoomOut: () => change({ factor: 1 / STEP }),
    /** Moves the map until a place is in its middle, or as near as its edges allow. */
    moveTo: (place: Point) => change({}, place),
  }
}

/** One pointer drags, two pinch. */
function usePointers(change: (how: MapChange) => void) {
  const down = useRef(new Map<number, Point>())
  const moved = useRef(0)

  function onPointerDown({ pointerId, clientX, clientY }: PointerEvent) {
    if (down.current.size === 0) moved.current = 0
    down.current.set(pointerId, { x: clientX, y: clientY })
  }

  function onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent) {
    const before = down.current.get(pointerId)
    if (before === undefined) return
    const now = { x: clientX, y: clientY }
    moved.current += apart(before, now)
    // Not at once: what captures a pointer also receives its click.
    if (moved.current > TAP_SLOP) currentTarget.setPointerCapture(pointerId)
    down.current.set(pointerId, now)
    const by = { x: now.x - before.x, y: now.y - before.y }
    const other = [...down.current].find(([id]) => id !== pointerId)?.[1]
    if (other === undefined) return change({ by })
    change({
      factor: apart(now, other) / Math.max(apart(before, other), 1),
      around: middle(before, other),
      by: middle(by, { x: 0, y: 0 }),
    })
  }

  function release({ pointerId }: PointerEvent) {
    down.current.delete(pointerId)
  }

  return {
    handlers: { onPointerDown, onPointerMove, onPointerUp: release, onPointerCancel: release },
    /** True for a click that ends no drag. */
    isTap: () => moved.current <= TAP_SLOP,
  }
}

function apart(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}

function middle(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
}
