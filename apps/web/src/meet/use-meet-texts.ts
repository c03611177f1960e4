import { type MeetTexts, meetEn } from '../texts/meet-en.ts'
import { useViewTexts } from '../texts/use-texts.tsx'

/** The texts of the meeting page in the chosen language. */
export function useMeetTexts(): MeetTexts {
  return useViewTexts('meet', meetEn)
}
