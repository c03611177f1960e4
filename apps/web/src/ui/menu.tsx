import { type ReactNode, type ToggleEvent, useId, useRef } from 'react'

type MenuProps = {
  /** What its button shows. */
  label: ReactNode
  /** Of the button. */
  className: string
  /** For what CSS draws in the button. */
  initial?: string | undefined
  /** Above its button rather than below. */
  isAbove?: boolean
  children: (close: () => void) => ReactNode
}

/** A native popover: Esc and a tap outside close it, and the focus returns to its button. */
export function Menu({ label, className, initial, isAbove = false, children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  const place = ({ currentTarget }: ToggleEvent<HTMLDivElement>) =>
    placeBy(button.current, currentTarget, isAbove)

  return (
    <>
      <button ref={button} type="button" className={className} data-initial={initial} popoverTarget={id}>
        {label}
      </button>
      <div ref={menu} id={id} popover="auto" onBeforeToggle={place} className="popup menu">
        {children(() => menu.current?.hidePopover())}
      </div>
    </>
  )
}

/** Puts a popover below or above its button, aligned with its end, and where it fits on the screen. */
function placeBy(button: HTMLElement | null, popover: HTMLElement, isAbove = false): void {
  const box = button?.getBoundingClientRect()
  if (box === undefined) return
  const { innerWidth, innerHeight, scrollY } = window
  const fromEnd = getComputedStyle(popover).direction === 'rtl' ? box.left : innerWidth - box.right
  const { style } = popover
  // Before it opens, it has no height otherwise.
  style.display = 'flex'
  const height = popover.offsetHeight + 4
  style.display = ''
  const isUp = isAbove || (box.bottom + height > innerHeight && box.top > height)
  style.top = `${scrollY + (isUp ? box.top - height : box.bottom + 4)}px`
  style.insetInlineEnd = `min(${fromEnd}px, calc(100vw - 8px - var(--menu-width)))`
}
