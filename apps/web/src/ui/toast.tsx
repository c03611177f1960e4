import { createContext, type ReactNode, use, useState } from 'react'
import { createPortal } from 'react-dom'

const ToastAreaContext = createContext<HTMLElement | null>(null)

/** The lower edge of the page, where every `Toast` within `children` appears. A screen reader reads out what appears. */
export function ToastArea({ children }: { children: ReactNode }) {
  const [area, setArea] = useState<HTMLElement | null>(null)
  return (
    <ToastAreaContext value={area}>
      {children}
      <div ref={setArea} role="status" className="toast-area" />
    </ToastAreaContext>
  )
}

/** A message that floats above the page's lower edge, where no screen hides it, for as long as it is rendered. */
export function Toast({ children }: { children: ReactNode }) {
  const area = use(ToastAreaContext)
  return area && createPortal(<div className="toast">{children}</div>, area)
}
