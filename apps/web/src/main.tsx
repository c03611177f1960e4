import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { applyTheme, preferredLanguage, storedPreferences } from './preferences/preferences.ts'
import { loadTexts } from './texts/load-texts.ts'
import { loadWithRetry } from './ui/lazy-with-retry.ts'
import './styles.css'

void start()

/** Not awaited: a language and the polyfill import this module's chunk, which would wait for them. */
async function start(): Promise<void> {
  const preferences = storedPreferences.get()
  applyTheme(preferences)

  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')

  const [texts, failure] = await Promise.all([
    // In English, the page offers to reload.
    loadTexts(preferredLanguage(preferences))
      .catch(() => loadTexts('en'))
      .catch(() => undefined),
    loadTemporal(),
  ])
  if (texts === undefined) {
    root.querySelector('main')?.append('This page couldn’t be loaded. Check your connection and reload it.')
    return
  }
  // Rendered in slices, between which a slow device responds.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App texts={texts} failure={failure} />
      </StrictMode>,
    ),
  )
}

/** Fetches the polyfill where the browser has no `Temporal`. Resolves with the error if that fails. */
async function loadTemporal(): Promise<unknown> {
  if ('Temporal' in globalThis) return undefined
  return loadWithRetry(() => import('temporal-polyfill/global')).then(
    () => undefined,
    (error: unknown) => error,
  )
}
