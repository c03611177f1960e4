import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, startTransition, useEffect, useState } from 'react'
import { api } from './api.ts'
import { ServiceClocksProvider } from './clock/use-service-clocks.tsx'
import { Layout } from './layout.tsx'
import { applyTheme, preferredLanguage, storedPreferences } from './preferences/preferences.tsx'
import { directionOf } from './texts/languages.ts'
import { type LoadedTexts, loadTexts } from './texts/load-texts.ts'
import { SpeechProvider } from './texts/use-text.tsx'
import { ErrorBoundary, LoadFailure, optionalPart } from './ui/lazy-part.tsx'
import { useStored } from './ui/stored.ts'

// If it cannot be loaded, the page works as in a browser that refuses service workers.
const Offline = optionalPart(async () => (await import('./offline/offline.tsx')).Offline)

const queryClient = new QueryClient({
  defaultOptions: {
    // By default, requests silently pause while offline.
    queries: { retry: 1, staleTime: 10_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

/** The page in the language and the colours that were chosen, in this window or another. */
export function App({ texts: initialTexts }: { texts: LoadedTexts }) {
  const preferences = useStored(storedPreferences)
  const language = preferredLanguage(preferences)
  const [texts, setTexts] = useState(initialTexts)
  // Why the language that was chosen cannot be loaded.
  const [missing, setMissing] = useState<unknown>()

  useEffect(() => applyTheme(preferences), [preferences])
  useEffect(() => {
    setMissing(undefined)
    if (language === texts.language) return
    let isChosen = true
    // In a transition, the view stays until it has its texts in that language.
    const show = (loaded: LoadedTexts) => isChosen && startTransition(() => setTexts(loaded))
    loadTexts(language).then(show, (error: unknown) => isChosen && setMissing(error))
    return () => {
      isChosen = false
    }
  }, [language, texts.language])
  useEffect(() => {
    document.documentElement.lang = texts.language
    document.documentElement.dir = directionOf(texts.language)
  }, [texts.language])

  return (
    <QueryClientProvider client={queryClient}>
      <api.ReactQueryProvider>
        <SpeechProvider loaded={texts} clock={preferences.clock}>
          <Suspense>
            <Offline />
          </Suspense>
          {missing !== undefined && <LoadFailure error={missing} />}
          <ErrorBoundary>
            <ServiceClocksProvider>
              <Layout />
            </ServiceClocksProvider>
          </ErrorBoundary>
        </SpeechProvider>
      </api.ReactQueryProvider>
    </QueryClientProvider>
  )
}
