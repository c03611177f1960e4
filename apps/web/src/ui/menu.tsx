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

  function place({ currentTarget }: ToggleEvent<HTMLDivElement>) {
    const box = button.current?.getBoundingClientRect()
    if (box === undefined) return
    const { innerWidth, scrollY } = window
    const fromEnd = getComputedStyle(currentTarget).direction === 'rtl' ? box.left : innerWidth - box.right
    currentTarget.style.top = `${scrollY + (isAbove ? box.top - 4 : box.bottom + 4)}px`
    // Aligned with the end of the button, but never past the edge of the screen.
    currentTarget.style.insetInlineEnd = `min(${fromEnd}px, calc(100vw - 8px - var(--menu-width)))`
  }

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
