/**
 * `CET`, `EDT`; undefined where the language would write only an offset (`GMT+9`), and for a zone that is itself an
 * offset.
 */
export function zoneAbbreviation(there: Temporal.ZonedDateTime, locale: string): string | undefined {
  if (/^[+-]/.test(there.timeZoneId)) return undefined
  const format = new Intl.DateTimeFormat(locale, { timeZone: there.timeZoneId, timeZoneName: 'short' })
  const name = format
    .formatToParts(there.epochMilliseconds)
    .find(({ type }) => type === 'timeZoneName')?.value
  return name === undefined || /\d/.test(name) || name === 'UTC' ? undefined : name
}
