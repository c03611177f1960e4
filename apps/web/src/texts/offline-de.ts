import type { OfflineTexts } from './offline-en.ts'

/** The texts about being offline, in German. */
export const offlineDe: OfflineTexts = {
  offline: 'Du bist offline.',
  offlineSince: (time) => `Offline – die Uhrzeiten stimmen, Zeitzonen: Stand ${time}.`,
}
