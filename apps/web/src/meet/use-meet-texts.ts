import { meetDe } from '../texts/meet-de.ts'
import { type MeetTexts, meetEn } from '../texts/meet-en.ts'
import { type Language, useLanguage } from '../texts/use-texts.tsx'

const TEXTS: Record<Language, MeetTexts> = { en: meetEn, de: meetDe }

/** The texts of the meeting page in the chosen language. */
export function useMeetTexts(): MeetTexts {
  return TEXTS[useLanguage()]
}
