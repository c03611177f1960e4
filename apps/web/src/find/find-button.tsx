import { Suspense, useId, useLayoutEffect, useRef, useState, useTransition } from 'react'
import { useText } from '../texts/use-text.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

const FindDialog = lazyPart(async () => (await import('./find-dialog.tsx')).FindDialog)

/** Filled by index.html: the key that opened the search before this listened, and what was typed after it. */
declare const keysOfFind: string[]

/** Opens the search for people and places, as ⌘K, Ctrl K and `/` do. */
export function FindButton() {
  const t = useText()
  const id = useId()
  const typed = useRef('')
  const [isOpen, setIsOpen] = useState(false)
  const [isLoading, load] = useTransition()

  function open(keys: string) {
    typed.current = keys
    load(() => setIsOpen(true))
  }

  // In the commit that shows the dialog: a key after it belongs to the dialog's field.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      // No key is lost while the dialog loads.
      if (isLoading && event.key.length === 1 && !event.ctrlKey && !event.metaKey) typed.current += event.key
      else if (!isOpen && opensFind(event)) open('')
      else return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    window.onkeydown = null
    const [opener, ...keys] = keysOfFind.splice(0)
    if (opener !== undefined) open(keys.join(''))
    return () => removeEventListener('keydown', press)
  })

  return (
    <>
      <button
        id={id}
        type="button"
        className="find-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K /"
        aria-busy={isLoading}
        onClick={() => open('')}
      >
        <SearchIcon isSmall />
        <span className="max-lg:sr-only">{t('find.open')}</span>
        <span className="find-keys" aria-hidden="true">
          {/Mac|iP/.test(navigator.platform) ? '⌘K' : t('find.keys')}
        </span>
      </button>
      {/* Always rendered, so that the transition waits for the dialog. */}
      <Suspense>
        {isOpen && <FindDialog typed={typed} onClose={() => setIsOpen(false)} returnTo={id} />}
      </Suspense>
    </>
  )
}

const TEXT = 'textarea, [contenteditable], input:not([type=radio], [type=checkbox], [type=range])'

/** True for ⌘K and Ctrl K in any layout, and outside of fields for `/`, unless a dialog is open. */
function opensFind({ code, key, metaKey, ctrlKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  if (altKey || document.querySelector('dialog[open]') !== null) return false
  if (metaKey !== ctrlKey) return !shiftKey && (key === 'k' || (code === 'KeyK' && !/[a-z]/i.test(key)))
  return key === '/' && !metaKey && !(target as Element).closest(TEXT)
}
