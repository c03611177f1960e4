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
      <div
        ref={menu}
        id={id}
        popover="auto"
        onBeforeToggle={place}
        className={`popup menu ${isAbove ? '-translate-y-full' : ''}`}
      >
        {children(() => menu.current?.hidePopover())}
      </div>
    </>
  )
}

/** Puts a popover below or above its button, aligned with its end, but never past the edge of the screen. */
export function placeBy(button: HTMLElement | null, popover: HTMLElement, isAbove = false): void {
  const box = button?.getBoundingClientRect()
  if (box === undefined) return
  const { innerWidth, scrollY } = window
  const fromEnd = getComputedStyle(popover).direction === 'rtl' ? box.left : innerWidth - box.right
  popover.style.top = `${scrollY + (isAbove ? box.top - 4 : box.bottom + 4)}px`
  popover.style.insetInlineEnd = `min(${fromEnd}px, calc(100vw - 8px - var(--menu-width)))`
}
