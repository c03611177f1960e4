import type { OfflineTexts } from './offline-en.ts'

/** The texts about being offline, in Japanese. */
export const offlineJa: OfflineTexts = {
  offline: 'オフラインです。',
  offlineSince: (time) => `オフライン：時刻は正確です。タイムゾーンは ${time} 時点の情報です。`,
}
