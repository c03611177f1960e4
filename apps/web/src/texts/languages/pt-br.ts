import { accountPtBr } from '../account-pt-br.ts'
import { keysPtBr } from '../keys-pt-br.ts'
import type { LanguageTexts } from '../language-texts.ts'
import { meetPtBr } from '../meet-pt-br.ts'
import { offlinePtBr } from '../offline-pt-br.ts'
import { peoplePtBr } from '../people-pt-br.ts'
import { personPtBr } from '../person-pt-br.ts'
import { privacyPtBr } from '../privacy-pt-br.ts'
import { ptBr } from '../pt-br.ts'
import { visibilityPtBr } from '../visibility-pt-br.ts'

/** Everything in Brazilian Portuguese, loaded with the page where it is read in Brazilian Portuguese. */
export const texts: LanguageTexts = {
  page: ptBr,
  views: {
    account: accountPtBr,
    keys: keysPtBr,
    meet: meetPtBr,
    offline: offlinePtBr,
    people: peoplePtBr,
    person: personPtBr,
    privacy: privacyPtBr,
    visibility: visibilityPtBr,
  },
}
