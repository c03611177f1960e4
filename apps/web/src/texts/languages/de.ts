import { accountDe } from '../account-de.ts'
import { de } from '../de.ts'
import { keysDe } from '../keys-de.ts'
import type { LanguageTexts } from '../language-texts.ts'
import { meetDe } from '../meet-de.ts'
import { offlineDe } from '../offline-de.ts'
import { peopleDe } from '../people-de.ts'
import { personDe } from '../person-de.ts'
import { privacyDe } from '../privacy-de.ts'
import { visibilityDe } from '../visibility-de.ts'

/** Everything in German, loaded with the page where it is read in German. */
export const texts: LanguageTexts = {
  page: de,
  views: {
    account: accountDe,
    keys: keysDe,
    meet: meetDe,
    offline: offlineDe,
    people: peopleDe,
    person: personDe,
    privacy: privacyDe,
    visibility: visibilityDe,
  },
}
