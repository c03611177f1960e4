import type { OfflineTexts } from './offline-en.ts'

/** The texts about being offline, in Brazilian Portuguese. */
export const offlinePtBr: OfflineTexts = {
  offline: 'Você está offline.',
  offlineSince: (time) => `Offline – as horas estão certas; fusos atualizados: ${time}.`,
}
