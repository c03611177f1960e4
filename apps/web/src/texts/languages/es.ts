import { accountEs } from '../account-es.ts'
import { es } from '../es.ts'
import type { LanguageTexts } from '../language-texts.ts'
import { offlineEs } from '../offline-es.ts'
import { privacyEs } from '../privacy-es.ts'
import { visibilityEs } from '../visibility-es.ts'

/** Everything in Spanish, loaded with the page where it is read in Spanish. */
export const texts: LanguageTexts = {
  page: es,
  views: { account: accountEs, offline: offlineEs, privacy: privacyEs, visibility: visibilityEs },
}
