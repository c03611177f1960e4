import { DAY_MS, HOUR_MS } from '../clock/units.ts'
import type { AccountText } from '../texts/load-texts.ts'

/** A device in the page's language. The service names it in English: `Firefox on Windows`. */
export function describeDevice(device: string | null, t: AccountText): string {
  const [browser, system] = device?.split(' on ') ?? []
  if (browser === undefined) return t('accountPage.sessions.unknownDevice')
  return system === undefined ? browser : t('accountPage.sessions.device', { browser, system })
}

/** `yesterday`: in whole days or hours, undefined within the last one, which the service doesn't know. Times in ms since 1970. */
export function describeLastUse(then: number, now: number, locale: string): string | undefined {
  const elapsed = now - then
  if (elapsed < HOUR_MS) return undefined
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return elapsed < DAY_MS
    ? format.format(-Math.floor(elapsed / HOUR_MS), 'hour')
    : format.format(-Math.floor(elapsed / DAY_MS), 'day')
}
