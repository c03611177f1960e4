import type { LanguageTag } from '@timezone-registry/zones/place-of'
import de from './texts/de.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import ja from './texts/ja.json' with { type: 'json' }
import pt from './texts/pt-BR.json' with { type: 'json' }
import ru from './texts/ru.json' with { type: 'json' }

export type Texts = typeof en

/** What the commands answer, and what Discord shows of them; Discord has no Arabic. */
export const TEXTS: { en: Texts } & Partial<Record<LanguageTag, Texts>> = {
  ...{ en, de, es, fr, ja, ru },
  'pt-BR': pt,
}

/** The languages that Discord's locales are written in. */
export const LANGUAGE_OF_LOCALE: Readonly<Record<string, LanguageTag>> = {
  'en-US': 'en',
  'en-GB': 'en',
  de: 'de',
  'es-ES': 'es',
  'es-419': 'es',
  fr: 'fr',
  'pt-BR': 'pt-BR',
  ja: 'ja',
  ru: 'ru',
}

/** The texts of a language, in English where there are none. */
export function textsIn(language: LanguageTag): Texts {
  return TEXTS[language] ?? TEXTS.en
}
