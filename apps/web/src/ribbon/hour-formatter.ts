/** `18`, or `6` for readers of a 12-hour clock, from hours since midnight. */
export function createHourFormatter(
  locale: string,
  hour: 'numeric' | '2-digit' = 'numeric',
): (hour: number) => string {
  const format = new Intl.DateTimeFormat(locale, { hour, timeZone: 'UTC' })
  return (hours) => {
    const parts = format.formatToParts(hours * 3_600_000)
    return parts.find(({ type }) => type === 'hour')?.value ?? ''
  }
}
