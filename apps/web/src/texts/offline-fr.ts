import type { OfflineTexts } from './offline-en.ts'

/** The texts about being offline, in French. */
export const offlineFr: OfflineTexts = {
  offline: 'Vous êtes hors ligne.',
  offlineSince: (time) => `Hors ligne – les heures sont justes, fuseaux mis à jour\u202f: ${time}.`,
}
