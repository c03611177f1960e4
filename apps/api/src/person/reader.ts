import type { Formatters } from '@timezone-registry/zones/formatters'
import { withClock } from '@timezone-registry/zones/hour-cycle'
import { chooseLocale, languageOf } from '@timezone-registry/zones/locale'
import type { LanguageTag } from '@timezone-registry/zones/place-of'
import { createReadText, type ReadText, type Texts } from '@timezone-registry/zones/read-text'
import { TEXTS as SHARED, type SharedTexts } from '@timezone-registry/zones/texts'
import { createTimeFormat } from '@timezone-registry/zones/time-format'
import type { Request } from 'express'
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

/** The texts in a language, whose tag the `lang` attribute has. */
type PageTexts = { language: LanguageTag; t: PageText }

/** How the texts, times and dates are written. */
export type Reader = PageTexts & { locale: string; formatters: Formatters }

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
const LANGUAGES = Object.keys(TEXTS)

function read(language: LanguageTag, own: Texts): PageTexts {
  return { language, t: createReadText<SharedTexts & typeof en>(language, { ...SHARED[language], ...own }) }
}

/** The texts in the chosen language, else in the one of the page's that the caller prefers, else in English. */
export function textsOf(req: Request, chosen?: LanguageTag): PageTexts {
  return TEXTS[chosen ? languageOf(chosen) : req.acceptsLanguages(LANGUAGES) || 'en'] ?? ENGLISH
}

/** The chosen language, or else the caller's preferred one, and the clock that they are used to. */
export function readerOf(req: Request, formatters: Formatters, chosenLanguage?: LanguageTag): Reader {
  const { language, t } = textsOf(req, chosenLanguage)
  const languages = req.acceptsLanguages()
  const isUnknown = languages[0] === '*'
  // A proxy that fetches pictures for readers everywhere names no language.
  const chosen = chooseLocale(language, languages, formatters)
  return { language, t, locale: withClock(chosen, isUnknown ? '24' : undefined, formatters), formatters }
}

/** The locale with a clock of 12 or 24 hours, by default its own. */
export function clockLocale({ locale, formatters }: Reader, clock?: '12' | '24'): string {
  const { hour12 } = formatters.dateTime(locale, { hour: 'numeric' }).resolvedOptions()
  // Two kinds of digits in one line are hard to read.
  const latin = formatters.locale(locale, { numberingSystem: 'latn' }).toString()
  return withClock(latin, clock ?? (hour12 ? '12' : '24'), formatters)
}

/** `14:05`; on a 12-hour clock as the locale writes it: `2:05 PM`, `午後2:05`. */
export function formatTime(secondOfDay: number, reader: Reader, clock?: '12' | '24'): string {
  return createTimeFormat(clockLocale(reader, clock), reader.formatters).time(secondOfDay * 1000)
}
