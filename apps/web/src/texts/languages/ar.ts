import { accountAr } from '../account-ar.ts'
import { ar } from '../ar.ts'
import { keysAr } from '../keys-ar.ts'
import type { LanguageTexts } from '../language-texts.ts'
import { meetAr } from '../meet-ar.ts'
import { offlineAr } from '../offline-ar.ts'
import { peopleAr } from '../people-ar.ts'
import { personAr } from '../person-ar.ts'
import { privacyAr } from '../privacy-ar.ts'
import { visibilityAr } from '../visibility-ar.ts'

/** Everything in Arabic, loaded with the page where it is read in Arabic. */
export const texts: LanguageTexts = {
  page: ar,
  views: {
    account: accountAr,
    keys: keysAr,
    meet: meetAr,
    offline: offlineAr,
    people: peopleAr,
    person: personAr,
    privacy: privacyAr,
    visibility: visibilityAr,
  },
}
