import type { CityNames } from '@timezone-registry/zones/place-of'
import { createReadText, type ReadText, type Texts } from '@timezone-registry/zones/read-text'
import type { SharedTexts } from '@timezone-registry/zones/texts'
import { loadWithRetry } from '../ui/load-with-retry.ts'
import type account from './en/account.json'
import type start from './en/start.json'
import type views from './en/views.json'
import type { Language } from './languages.ts'

type StartTexts = SharedTexts & typeof start
type ViewTexts = StartTexts & typeof views

/** What every view says. */
export type Text = ReadText<StartTexts>
/** Also what the views say that load when they are opened. */
export type ViewText = ReadText<ViewTexts>
/** Also what only the account page says. */
export type AccountText = ReadText<ViewTexts & typeof account>

/** What the page says and what it calls places, in one language. The parts load once, when they are asked for. */
export type LoadedTexts = {
  language: Language
  cities: CityNames
  start: Text
  views: () => Promise<ViewText>
  account: () => Promise<AccountText>
}

// Each is a module of its own, which only a literal can name.
const START: Record<Language, () => Promise<{ cities: CityNames; texts: Texts }>> = {
  en: () => import('virtual:start-texts/en'),
  de: () => import('virtual:start-texts/de'),
  es: () => import('virtual:start-texts/es'),
  fr: () => import('virtual:start-texts/fr'),
  'pt-BR': () => import('virtual:start-texts/pt-BR'),
  ru: () => import('virtual:start-texts/ru'),
  ar: () => import('virtual:start-texts/ar'),
  ja: () => import('virtual:start-texts/ja'),
}

/** Loads what every view says in a language. */
export function loadTexts(language: Language): Promise<LoadedTexts> {
  return loadWithRetry(() => loadLanguage(language))
}

async function loadLanguage(language: Language): Promise<LoadedTexts> {
  const { cities, texts } = await START[language]()
  const views = once(async () => ({
    ...texts,
    ...(await import(`./${language}/views.json`)).default,
  }))
  const account = once(async () => {
    const [others, own] = await Promise.all([views(), import(`./${language}/account.json`)])
    return { ...others, ...own.default }
  })
  return {
    language,
    cities,
    start: createReadText<StartTexts>(language, texts),
    views: once(async () => createReadText(language, await views())),
    account: once(async () => createReadText(language, await account())),
  }
}

/** Loads when it is first called, and again after a failure. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= loadWithRetry(load).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
