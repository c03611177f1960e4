import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

const AREA = 'toast-area'

/**
 * The lower edge of the page, where every `Toast` appears, or the upper one where they would cover what was pressed. A
 * screen reader reads out what appears.
 */
export function ToastArea() {
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const note = ({ target }: Event) => {
      const element = target as Element
      // What follows the answer to a question, or an undo, is about what was pressed before.
      if (area.current === null || element.closest(`dialog, #${AREA}`) !== null) return
      // Or its row. Not every browser gives the focus to a button that is pressed.
      const { bottom } = (element.closest('li') ?? element).getBoundingClientRect()
      area.current.dataset.pressed = `${bottom}`
    }
    // A press of a key on a button is a click, too.
    document.addEventListener('click', note, true)
    return () => document.removeEventListener('click', note, true)
  }, [])
  return <div ref={area} id={AREA} role="status" className="toast-area" />
}

/** A message that floats above the page's edge, where no screen hides it, for as long as it is rendered. */
export function Toast({ children }: { children: ReactNode }) {
  const area = document.getElementById(AREA)
  useLayoutEffect(() => {
    if (area === null) return
    delete area.dataset.edge
    if (Number(area.dataset.pressed) > area.getBoundingClientRect().top) area.dataset.edge = 'top'
  }, [area])
  return area && createPortal(<div className="toast">{children}</div>, area)
}
