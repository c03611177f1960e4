import type { LanguageTag } from '@timezone-registry/zones/place-of'
import { createReadText, type ReadText } from '@timezone-registry/zones/read-text'
import { texts as ar } from '@timezone-registry/zones/texts/ar'
import { texts as de } from '@timezone-registry/zones/texts/de'
import { en, type SharedTexts } from '@timezone-registry/zones/texts/en'
import { texts as es } from '@timezone-registry/zones/texts/es'
import { texts as fr } from '@timezone-registry/zones/texts/fr'
import { texts as ja } from '@timezone-registry/zones/texts/ja'
import { texts as pt } from '@timezone-registry/zones/texts/pt-br'
import { texts as ru } from '@timezone-registry/zones/texts/ru'
import ownAr from './texts/ar.json' with { type: 'json' }
import ownDe from './texts/de.json' with { type: 'json' }
import ownEn from './texts/en.json' with { type: 'json' }
import ownEs from './texts/es.json' with { type: 'json' }
import ownFr from './texts/fr.json' with { type: 'json' }
import ownJa from './texts/ja.json' with { type: 'json' }
import ownPt from './texts/pt-BR.json' with { type: 'json' }
import ownRu from './texts/ru.json' with { type: 'json' }

type OwnTexts = typeof ownEn

/** What a person's page, badge and embedded clock say, in one language. */
export type PageTexts = SharedTexts & {
  /** The tag of its `lang` attribute. */
  language: LanguageTag
  read: ReadText<OwnTexts>
}

/** The `dir` attribute of a page in this language. */
export function directionOf({ language }: PageTexts): 'rtl' | 'ltr' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

const EN = toTexts('en', en, ownEn)

// Portuguese is worded for every variety of it.
const TEXTS: Record<string, PageTexts> = {
  en: EN,
  de: toTexts('de', de, ownDe),
  es: toTexts('es', es, ownEs),
  fr: toTexts('fr', fr, ownFr),
  pt: toTexts('pt-BR', pt, ownPt),
  ru: toTexts('ru', ru, ownRu),
  ar: toTexts('ar', ar, ownAr),
  ja: toTexts('ja', ja, ownJa),
}

function toTexts(language: LanguageTag, shared: SharedTexts, own: OwnTexts): PageTexts {
  return { ...shared, language, read: createReadText(language, own) }
}

/** The languages of the page, as a request may ask for them; the first where it asks for none. */
export const PAGE_LANGUAGES = Object.keys(TEXTS)

/** The texts in one of `PAGE_LANGUAGES`; otherwise in English. */
export function pageTexts(language: string | false): PageTexts {
  return (language !== false && TEXTS[language]) || EN
}
