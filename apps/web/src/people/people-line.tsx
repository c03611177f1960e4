import { useRef } from 'react'
import { moveTo, useMoved } from '../axis/axis.tsx'

/** The line through all rows, where their ribbons have a column of their own. */
export function PeopleLine() {
  const line = useRef<HTMLDivElement>(null)
  useMoved((fraction) => moveTo(line.current, fraction))
  return (
    <div className="people-line" aria-hidden="true">
      <div className="people-line-track">
        <div ref={line} className="axis-line" />
      </div>
    </div>
  )
}
