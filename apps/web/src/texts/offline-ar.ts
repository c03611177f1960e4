import type { OfflineTexts } from './offline-en.ts'

/** The texts about being offline, in Arabic. */
export const offlineAr: OfflineTexts = {
  offline: 'أنت غير متصل.',
  offlineSince: (time) => `غير متصل – الأوقات صحيحة، والمناطق الزمنية بتاريخ ${time}.`,
}
