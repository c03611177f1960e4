import { accountJa } from '../account-ja.ts'
import { ja } from '../ja.ts'
import { keysJa } from '../keys-ja.ts'
import type { LanguageTexts } from '../language-texts.ts'
import { meetJa } from '../meet-ja.ts'
import { offlineJa } from '../offline-ja.ts'
import { peopleJa } from '../people-ja.ts'
import { personJa } from '../person-ja.ts'
import { privacyJa } from '../privacy-ja.ts'
import { visibilityJa } from '../visibility-ja.ts'

/** Everything in Japanese, loaded with the page where it is read in Japanese. */
export const texts: LanguageTexts = {
  page: ja,
  views: {
    account: accountJa,
    keys: keysJa,
    meet: meetJa,
    offline: offlineJa,
    people: peopleJa,
    person: personJa,
    privacy: privacyJa,
    visibility: visibilityJa,
  },
}
