import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from './api.ts'
import { Layout } from './layout.tsx'
import { applyTheme, type Preferences, savePreferences } from './preferences/preferences.ts'
import type { Texts } from './texts/en.ts'
import { chooseLanguage, loadTexts, SpeechProvider } from './texts/use-texts.tsx'

const queryClient = new QueryClient({
  defaultOptions: {
    // By default, requests pause while offline and nobody learns why nothing happens.
    queries: { retry: 1, staleTime: 10_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

type AppProps = { preferences: Preferences; texts: Texts }

/** The page in the chosen language and colours. */
export function App({ preferences: initial, texts: initialTexts }: AppProps) {
  const [preferences, setPreferences] = useState(initial)
  const [texts, setTexts] = useState(initialTexts)
  const language = chooseLanguage(preferences.language)

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  async function change(part: Preferences) {
    const next = { ...preferences, ...part }
    savePreferences(next)
    applyTheme(next)
    setTexts(await loadTexts(chooseLanguage(next.language)))
    setPreferences(next)
  }

  return (
    <QueryClientProvider client={queryClient}>
      <api.ReactQueryProvider>
        <SpeechProvider language={language} texts={texts}>
          <Layout preferences={preferences} onChange={change} />
        </SpeechProvider>
      </api.ReactQueryProvider>
    </QueryClientProvider>
  )
}
