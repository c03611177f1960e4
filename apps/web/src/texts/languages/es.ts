import { accountEs } from '../account-es.ts'
import { es } from '../es.ts'
import { keysEs } from '../keys-es.ts'
import type { LanguageTexts } from '../language-texts.ts'
import { meetEs } from '../meet-es.ts'
import { offlineEs } from '../offline-es.ts'
import { peopleEs } from '../people-es.ts'
import { personEs } from '../person-es.ts'
import { privacyEs } from '../privacy-es.ts'
import { visibilityEs } from '../visibility-es.ts'

/** Everything in Spanish, loaded with the page where it is read in Spanish. */
export const texts: LanguageTexts = {
  page: es,
  views: {
    account: accountEs,
    keys: keysEs,
    meet: meetEs,
    offline: offlineEs,
    people: peopleEs,
    person: personEs,
    privacy: privacyEs,
    visibility: visibilityEs,
  },
}
