import type { Texts } from '../texts/en-views.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A device in the page's language. The service names it in English: `Firefox on Windows`. */
export function describeDevice(device: string | null, { sessions }: Texts['accountPage']): string {
  const [browser, system] = device?.split(' on ') ?? []
  if (browser === undefined) return sessions.unknownDevice
  return system === undefined ? browser : sessions.device(browser, system)
}

type LastUseTexts = Pick<Texts['accountPage']['sessions'], 'lastUsed' | 'lastUsedRecently'>

/** `Last used yesterday`: in whole days or hours; the service doesn't know it to the minute. Times in ms since 1970. */
export function describeLastUse(
  then: number,
  now: number,
  { sessions, locale }: { sessions: LastUseTexts; locale: string },
): string {
  const elapsed = now - then
  if (elapsed < HOUR_MS) return sessions.lastUsedRecently
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const ago =
    elapsed < DAY_MS
      ? format.format(-Math.floor(elapsed / HOUR_MS), 'hour')
      : format.format(-Math.floor(elapsed / DAY_MS), 'day')
  return sessions.lastUsed(ago)
}
