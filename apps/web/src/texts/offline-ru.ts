import type { OfflineTexts } from './offline-en.ts'

/** The texts about being offline, in Russian. */
export const offlineRu: OfflineTexts = {
  offline: 'Нет подключения.',
  offlineSince: (time) => `Нет подключения. Время верное, данные о поясах от ${time}.`,
}
