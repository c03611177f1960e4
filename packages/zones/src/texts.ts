import type { LanguageTag } from './place-of.ts'
import type { Texts } from './read-text.ts'
import ar from './texts/ar.json' with { type: 'json' }
import de from './texts/de.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import ja from './texts/ja.json' with { type: 'json' }
import pt from './texts/pt-BR.json' with { type: 'json' }
import ru from './texts/ru.json' with { type: 'json' }

/** What the web app and the service's own pages both say. */
export type SharedTexts = typeof en

export const TEXTS: Record<LanguageTag, Texts> = { ar, de, en, es, fr, ja, 'pt-BR': pt, ru }
