import type { OfflineTexts } from './offline-en.ts'

/** The texts about being offline, in Spanish. */
export const offlineEs: OfflineTexts = {
  offline: 'No tienes conexión.',
  offlineSince: (time) => `Sin conexión. Las horas son correctas; zonas actualizadas: ${time}.`,
}
