import type { LanguageTag } from '@timezone-registry/zones/place-of'
import { createReadText, type ReadText, type Texts } from '@timezone-registry/zones/read-text'
import { TEXTS as SHARED, type SharedTexts } from '@timezone-registry/zones/texts'
import ar from './texts/ar.json' with { type: 'json' }
import de from './texts/de.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import ja from './texts/ja.json' with { type: 'json' }
import pt from './texts/pt-BR.json' with { type: 'json' }
import ru from './texts/ru.json' with { type: 'json' }

/** What a person's page, picture, badge and embedded clock say. */
export type PageText = ReadText<SharedTexts & typeof en>

/** The texts in one language, whose tag is that of the `lang` attribute. */
export type PageTexts = { language: LanguageTag; t: PageText }

const ENGLISH = read('en', en)
// The Portuguese is worded for every variety of it.
const TEXTS: Record<string, PageTexts> = {
  en: ENGLISH,
  de: read('de', de),
  es: read('es', es),
  fr: read('fr', fr),
  pt: read('pt-BR', pt),
  ru: read('ru', ru),
  ar: read('ar', ar),
  ja: read('ja', ja),
}

function read(language: LanguageTag, own: Texts): PageTexts {
  return { language, t: createReadText<SharedTexts & typeof en>(language, { ...SHARED[language], ...own }) }
}

/** The languages of the page, as a request may ask for them; the first where it asks for none. */
export const PAGE_LANGUAGES = Object.keys(TEXTS)

/** The texts in one of `PAGE_LANGUAGES`; otherwise in English. */
export function pageTexts(language: string | false): PageTexts {
  return (language !== false && TEXTS[language]) || ENGLISH
}
