import type { AccountTexts } from './account-en.ts'
import type { Texts } from './en.ts'
import type { KeysTexts } from './keys-en.ts'
import type { MeetTexts } from './meet-en.ts'
import type { OfflineTexts } from './offline-en.ts'
import type { PeopleTexts } from './people-en.ts'
import type { PersonTexts } from './person-en.ts'
import type { PrivacyTexts } from './privacy-en.ts'
import type { VisibilityTexts } from './visibility-en.ts'

/** The texts that only one view shows. In English they are part of that view. */
export type ViewTexts = {
  account: AccountTexts
  keys: KeysTexts
  meet: MeetTexts
  offline: OfflineTexts
  people: PeopleTexts
  person: PersonTexts
  privacy: PrivacyTexts
  visibility: VisibilityTexts
}

/** Everything that the page says in one language. A missing text does not compile. */
export type LanguageTexts = { page: Texts; views: ViewTexts }
