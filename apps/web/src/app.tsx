import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { api } from './api.ts'
import { RecordPage } from './record/record-page.tsx'

const queryClient = new QueryClient({
  defaultOptions: {
    // Offline, the default waits in silence; an error that can be tried again says what is the matter.
    queries: { retry: 1, staleTime: 10_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <api.ReactQueryProvider>
        <div className="mx-auto max-w-xl px-4 py-8 sm:py-14">
          <header className="mb-7 flex items-center gap-3">
            <img src="/favicon.svg" alt="" width="44" height="44" />
            <div>
              <h1 className="font-bold text-2xl tracking-tight">Timezone Registry</h1>
              <p className="text-slate-600 dark:text-slate-400">
                Say where your clock is. Your friends’ apps do the rest.
              </p>
            </div>
          </header>
          <main>
            <RecordPage />
          </main>
          <footer className="mt-7 text-slate-600 text-sm dark:text-slate-400">
            Anyone can read a saved timezone by its user id. Delete removes it at once.
          </footer>
        </div>
      </api.ReactQueryProvider>
    </QueryClientProvider>
  )
}
