import { type KeysTexts, keysEn } from '../../texts/keys-en.ts'
import { useViewTexts } from '../../texts/use-texts.tsx'

/** The texts about API keys in the chosen language. */
export function useKeysTexts(): KeysTexts {
  return useViewTexts('keys', keysEn)
}
