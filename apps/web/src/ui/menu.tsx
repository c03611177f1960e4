import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useRef } from 'react'
import { isComposing } from './is-composing.ts'

type MenuProps = {
  /** What its button does, for those who do not see its `label`. */
  name?: string
  /** What its button shows. */
  label?: ReactNode
  /** Of the button. */
  className: string
  /** For what CSS draws in the button. */
  initial?: string | undefined
  /** Above its button rather than below. */
  isAbove?: boolean
  children: (close: () => void) => ReactNode
}

/**
 * A native popover: Esc and a tap outside close it, and the focus returns to its button. The arrow keys, Home and End reach
 * its items, from the button too.
 */
export function Menu({ name, label, className, initial, isAbove = false, children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  const place = ({ currentTarget }: ToggleEvent<HTMLDivElement>) =>
    placeBy(button.current, currentTarget, isAbove)

  function press(event: KeyboardEvent) {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('.menu-item') ?? [])]
    const next = nextItem(event, items)
    if (next === undefined) return
    event.preventDefault()
    menu.current?.togglePopover(true)
    next.focus()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        data-initial={initial}
        popoverTarget={id}
        onKeyDown={press}
      >
        {name && <span className="sr-only">{`${name} `}</span>}
        {label}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: The keys of the items in it. */}
      <div ref={menu} id={id} popover="auto" onBeforeToggle={place} onKeyDown={press} className="popup menu">
        {children(() => menu.current?.hidePopover())}
      </div>
    </>
  )
}

/** Which of them a key reaches; undefined for other keys, and where a field takes the key. */
function nextItem(event: KeyboardEvent, items: readonly HTMLElement[]): HTMLElement | undefined {
  const { key, target } = event
  const isInField = target instanceof HTMLInputElement && !key.startsWith('Arrow')
  if (isInField || isComposing(event)) return undefined
  const at = items.indexOf(target as HTMLElement)
  const last = items.length - 1
  const next = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1, Home: 0, End: last }
  return items[next[key as keyof typeof next]]
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
