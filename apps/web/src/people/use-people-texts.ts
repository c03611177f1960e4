import { peopleDe } from '../texts/people-de.ts'
import { type PeopleTexts, peopleEn } from '../texts/people-en.ts'
import { type Language, useLanguage } from '../texts/use-texts.tsx'

const TEXTS: Record<Language, PeopleTexts> = { en: peopleEn, de: peopleDe }

/** The texts of the people page in the chosen language. */
export function usePeopleTexts(): PeopleTexts {
  return TEXTS[useLanguage()]
}
