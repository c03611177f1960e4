import { accountFr } from '../account-fr.ts'
import { fr } from '../fr.ts'
import { keysFr } from '../keys-fr.ts'
import type { LanguageTexts } from '../language-texts.ts'
import { meetFr } from '../meet-fr.ts'
import { offlineFr } from '../offline-fr.ts'
import { peopleFr } from '../people-fr.ts'
import { personFr } from '../person-fr.ts'
import { privacyFr } from '../privacy-fr.ts'
import { visibilityFr } from '../visibility-fr.ts'

/** Everything in French, loaded with the page where it is read in French. */
export const texts: LanguageTexts = {
  page: fr,
  views: {
    account: accountFr,
    keys: keysFr,
    meet: meetFr,
    offline: offlineFr,
    people: peopleFr,
    person: personFr,
    privacy: privacyFr,
    visibility: visibilityFr,
  },
}
