import type { ServicePrivacy } from '@timezone-registry/contract'
import type { Texts } from '../texts/en-views.ts'

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** `7 days`, `36 hours`: in the largest unit that is exact, down to seconds. */
export function describeDuration(seconds: number, locale: string): string {
  const [unit, length] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? ['second', 1]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length)
}

/** What the operator's log records about a person, in one sentence each; empty if nothing. */
export function describeLog(
  { requests, audit, networks }: ServicePrivacy['logs'],
  texts: Texts['privacyPage']['logged'],
): string[] {
  const lines = {
    all: networks ? texts.requestsNetwork : texts.requests,
    errors: networks ? texts.failuresNetwork : texts.failures,
    none: undefined,
  }
  const changes = networks ? texts.changesNetwork : texts.changes
  return [audit ? changes : undefined, lines[requests]].filter((line) => line !== undefined)
}
