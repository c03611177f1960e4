import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { createPortal } from 'react-dom'
import { useText } from '../texts/use-text.tsx'
import { CloseIcon } from './icons.tsx'
import { isComposing } from './is-composing.ts'

type ModalProps = ComponentProps<'dialog'> & {
  /** Somebody wants to close it. It stays until it is no longer rendered. */
  onClose: () => void
  /** The id of the element that has the focus afterwards if what had it before is gone. */
  returnTo?: string | undefined
}

/** A native dialog that covers the page. Begins in its first field, if it has one. */
export function Modal({ onClose, returnTo = '', ...props }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = dialog
    const { style, clientWidth } = document.documentElement
    // Or the page would move when its scrollbar goes.
    if (innerWidth > clientWidth) style.scrollbarGutter = 'stable'
    current?.showModal()
    current?.querySelector('input')?.focus()
    // Returns the focus.
    return () => current?.close()
  }, [])
  useEffect(
    () => () => {
      if (document.activeElement === document.body)
        document.getElementById(returnTo)?.focus({ preventScroll: true })
    },
    [returnTo],
  )
  return createPortal(
    <dialog
      {...props}
      ref={dialog}
      // Without it, Chromium may close this dialog and the one that asks this question with one press.
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        // React lets it bubble to the dialog that asks this question.
        event.stopPropagation()
        if (!isComposing(event)) onClose()
      }}
      onCancel={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
      onClose={(event) => {
        event.stopPropagation()
        // Browsers let a page refuse only once.
        if (!dialog.current?.isConnected || dialog.current.open) return
        dialog.current.showModal()
        onClose()
      }}
    />,
    document.body,
  )
}

type SheetProps = Omit<ModalProps, 'title'> & { title: ReactNode }

/** A dialog with a heading. Its button, Escape and a press beside it close it. */
export function Sheet({ title, className = '', children, onClose, ...props }: SheetProps) {
  const t = useText()
  const id = useId()
  const isPressed = useRef(false)
  return (
    <Modal
      {...props}
      className={`popup sheet ${className}`}
      aria-labelledby={id}
      onClose={onClose}
      onMouseDown={(event) => {
        isPressed.current = isBeside(event)
      }}
      // Selecting text may end beside it.
      onClick={(event) => isPressed.current && isBeside(event) && onClose()}
    >
      <div className="mb-4 flex items-center gap-2">
        <h2 id={id} className="heading flex-1 wrap-anywhere max-sm:text-base">
          {title}
        </h2>
        <button type="button" className="icon-button" aria-label={t('zone.close')} onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
      {children}
    </Modal>
  )
}

function isBeside({ target, currentTarget, clientX: x, clientY: y }: MouseEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return target === currentTarget && (x < left || x > right || y < top || y > bottom)
}
