import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { applyTheme, loadPreferences } from './preferences/preferences.ts'
import { chooseLanguage, loadTexts } from './texts/use-texts.tsx'
import './styles.css'

const preferences = loadPreferences()
applyTheme(preferences)

// The browsers of the last years bring it; for the others it is fetched.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App preferences={preferences} texts={await loadTexts(chooseLanguage(preferences.language))} />
  </StrictMode>,
)
