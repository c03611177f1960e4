import type { ServicePrivacy } from '@timezone-registry/contract'
import type { ViewText } from '../texts/load-texts.ts'

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** `7 days`, `36 hours`: in the largest unit that is exact, down to seconds. */
export function describeDuration(seconds: number, locale: string): string {
  const [unit, length] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? ['second', 1]
  const amount = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
  // Two days are `يومان` in Arabic, but `يومين` after a preposition, as in all sentences here.
  return amount.format(seconds / length).replace(/ان$/, 'ين')
}

/** What the operator's log records about a person, in one sentence each; empty if nothing. */
export function describeLog({ requests, audit, networks }: ServicePrivacy['logs'], t: ViewText): string[] {
  const lines = {
    all: networks ? t('privacyPage.logged.requestsNetwork') : t('privacyPage.logged.requests'),
    errors: networks ? t('privacyPage.logged.failuresNetwork') : t('privacyPage.logged.failures'),
    none: undefined,
  }
  const changes = networks ? t('privacyPage.logged.changesNetwork') : t('privacyPage.logged.changes')
  return [audit ? changes : undefined, lines[requests]].filter((line) => line !== undefined)
}
