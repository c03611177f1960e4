/** The texts about being offline, in English. Other languages have the same keys. */
export const offlineEn = {
  offline: 'You’re offline.',
  offlineSince: (time: string) => `Offline – times are right, zones as of ${time}.`,
}

export type OfflineTexts = typeof offlineEn
