import type { OfflineTexts } from './offline-en.ts'

/** The texts about being offline, in Arabic. */
export const offlineAr: OfflineTexts = {
  offline: 'لا يوجد اتصال بالإنترنت.',
  offlineSince: (time) => `لا يوجد اتصال. الأوقات صحيحة، وآخر تحديث للمناطق الزمنية: ${time}.`,
}
