import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { applyTheme, preferredLanguage, storedPreferences } from './preferences/preferences.tsx'
import { loadTexts } from './texts/load-texts.ts'
import './styles.css'

void start()

/** Not awaited: a language imports this module's chunk, which would wait for it. */
async function start(): Promise<void> {
  const preferences = storedPreferences.get()
  applyTheme(preferences)

  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')

  // In English, the page offers to reload.
  const texts = await loadTexts(preferredLanguage(preferences))
    .catch(() => loadTexts('en'))
    .catch(() => undefined)
  if (texts === undefined) {
    root.querySelector('main')?.append('This page couldn’t be loaded. Check your connection and reload it.')
    return
  }
  // Rendered in slices, between which a slow device responds.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App texts={texts} />
      </StrictMode>,
    ),
  )
}
