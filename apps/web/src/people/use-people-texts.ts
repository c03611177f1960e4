import { type PeopleTexts, peopleEn } from '../texts/people-en.ts'
import { useViewTexts } from '../texts/use-texts.tsx'

/** The texts of the people page in the chosen language. */
export function usePeopleTexts(): PeopleTexts {
  return useViewTexts('people', peopleEn)
}
