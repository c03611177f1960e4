import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { api } from './api.ts'
import { ServiceClocksProvider } from './clock/use-service-clocks.tsx'
import { Layout } from './layout.tsx'
import {
  applyTheme,
  loadPreferences,
  type Preferences,
  preferredLanguage,
  savePreferences,
} from './preferences/preferences.ts'
import { directionOf } from './texts/languages.ts'
import { type LoadedTexts, loadTexts, SpeechProvider } from './texts/use-texts.tsx'

// If it cannot be loaded, the page works as in a browser that refuses service workers.
const Offline = lazy(() =>
  import('./offline/offline.tsx').then(
    (module): { default: ComponentType } => ({ default: module.Offline }),
    () => ({ default: () => null }),
  ),
)

const queryClient = new QueryClient({
  defaultOptions: {
    // By default, requests silently pause while offline.
    queries: { retry: 1, staleTime: 10_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

type AppProps = { preferences: Preferences; texts: LoadedTexts }

/** The page in the chosen language and colours. */
export function App({ preferences: initial, texts: initialTexts }: AppProps) {
  const [preferences, setPreferences] = useState(initial)
  const [texts, setTexts] = useState(initialTexts)

  useEffect(() => {
    document.documentElement.lang = texts.language
    document.documentElement.dir = directionOf(texts.language)
  }, [texts.language])

  async function change(part: Preferences) {
    // From storage, because another tab may have made a choice.
    const next = { ...loadPreferences(), ...part }
    savePreferences(next)
    applyTheme(next)
    setPreferences(next)
    const language = preferredLanguage(next)
    const loaded = await loadTexts(language)
    if (language === preferredLanguage(loadPreferences())) setTexts(loaded)
  }

  return (
    <QueryClientProvider client={queryClient}>
      <api.ReactQueryProvider>
        <SpeechProvider loaded={texts} clock={preferences.clock}>
          <Suspense>
            <Offline />
          </Suspense>
          <ServiceClocksProvider>
            <Layout preferences={preferences} onChange={change} />
          </ServiceClocksProvider>
        </SpeechProvider>
      </api.ReactQueryProvider>
    </QueryClientProvider>
  )
}
