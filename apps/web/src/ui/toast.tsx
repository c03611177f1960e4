import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'

/** Where the last press was, or its row, which messages are about. Not every browser gives the focus to a button that is pressed. */
type Pressed = RefObject<DOMRect | undefined>

const ToastContext = createContext<{ area: HTMLElement; pressed: Pressed } | undefined>(undefined)

/**
 * The lower edge of the page, where every `Toast` within `children` appears, or the upper one where they would cover what
 * was pressed. A screen reader reads out what appears.
 */
export function ToastArea({ children }: { children: ReactNode }) {
  const [area, setArea] = useState<HTMLElement | null>(null)
  const pressed = useRef<DOMRect>(undefined)
  useEffect(() => {
    const note = ({ target }: Event) => {
      const element = target as Element
      // What follows the answer to a question, or an undo, is about what was pressed before.
      if (element.closest('dialog, .toast-area') !== null) return
      pressed.current = (element.closest('li') ?? element).getBoundingClientRect()
    }
    // A press of a key on a button is a click, too.
    document.addEventListener('click', note, true)
    return () => document.removeEventListener('click', note, true)
  }, [])
  const value = useMemo(() => (area === null ? undefined : { area, pressed }), [area])
  return (
    <ToastContext value={value}>
      {children}
      <div ref={setArea} role="status" className="toast-area" />
    </ToastContext>
  )
}

/** A message that floats above the page's edge, where no screen hides it, for as long as it is rendered. */
export function Toast({ children }: { children: ReactNode }) {
  const toasts = use(ToastContext)
  useLayoutEffect(() => {
    if (toasts === undefined) return
    const { area, pressed } = toasts
    delete area.dataset.edge
    const { top } = area.getBoundingClientRect()
    if (pressed.current !== undefined && pressed.current.bottom > top) area.dataset.edge = 'top'
  }, [toasts])
  return toasts && createPortal(<div className="toast">{children}</div>, toasts.area)
}
