import { Suspense, useEffect, useRef, useState, useTransition } from 'react'
import { useText } from '../texts/use-text.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'

const FindDialog = lazyWithRetry(async () => (await import('./find-dialog.tsx')).FindDialog)

/** Opens the search for people and places, as ⌘K, Ctrl K and `/` do. */
export function FindButton() {
  const t = useText()
  const button = useRef<HTMLButtonElement>(null)
  const returnTo = useRef<HTMLElement>(null)
  const typed = useRef('')
  const [isOpen, setIsOpen] = useState(false)
  const [isLoading, load] = useTransition()

  function open(from: Element | null) {
    returnTo.current = from instanceof HTMLElement && from !== document.body ? from : button.current
    typed.current = ''
    load(() => setIsOpen(true))
  }

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // No key is lost while the dialog loads.
      if (isLoading && event.key.length === 1 && !event.ctrlKey && !event.metaKey) typed.current += event.key
      else if (!isOpen && opensFind(event)) open(document.activeElement)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })

  function close() {
    setIsOpen(false)
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className="find-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K /"
        aria-busy={isLoading}
        onClick={() => open(button.current)}
      >
        <SearchIcon isSmall />
        <span className="max-lg:sr-only">{t('find.open')}</span>
        <span className="find-keys" aria-hidden="true">
          {/Mac|iP/.test(navigator.platform) ? '⌘K' : t('find.keys')}
        </span>
      </button>
      {/* Always rendered, so that the transition waits for the dialog. */}
      <Suspense>
        {isOpen && (
          <ErrorBoundary>
            <FindDialog typed={typed.current} onClose={close} returnTo={returnTo} />
          </ErrorBoundary>
        )}
      </Suspense>
    </>
  )
}

const TEXT = 'textarea, [contenteditable], input:not([type=radio], [type=checkbox], [type=range])'

/** True for ⌘K and Ctrl K in any layout, and outside of fields for `/`, unless a dialog is open. */
function opensFind({ code, key, metaKey, ctrlKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  if (altKey || isDialogOpen()) return false
  if (metaKey !== ctrlKey) return !shiftKey && (key === 'k' || (code === 'KeyK' && !/[a-z]/i.test(key)))
  return key === '/' && !metaKey && !(target as Element).closest(TEXT)
}

/** One that is closed may still be in the page. */
function isDialogOpen(): boolean {
  return [...document.querySelectorAll('dialog, [role$=dialog]')].some((dialog) => dialog.checkVisibility())
}
