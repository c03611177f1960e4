import { accountRu } from '../account-ru.ts'
import { keysRu } from '../keys-ru.ts'
import type { LanguageTexts } from '../language-texts.ts'
import { meetRu } from '../meet-ru.ts'
import { offlineRu } from '../offline-ru.ts'
import { peopleRu } from '../people-ru.ts'
import { personRu } from '../person-ru.ts'
import { privacyRu } from '../privacy-ru.ts'
import { ru } from '../ru.ts'
import { visibilityRu } from '../visibility-ru.ts'

/** Everything in Russian, loaded with the page where it is read in Russian. */
export const texts: LanguageTexts = {
  page: ru,
  views: {
    account: accountRu,
    keys: keysRu,
    meet: meetRu,
    offline: offlineRu,
    people: peopleRu,
    person: personRu,
    privacy: privacyRu,
    visibility: visibilityRu,
  },
}
