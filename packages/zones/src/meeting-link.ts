/** How long meetings may be, in minutes. */
export const DURATIONS = [30, 60, 120] as const
export const USUAL_DURATION = 60
/** Meetings are in these years. In others, offsets are unknown or not in whole minutes. */
export const [FIRST_YEAR, LAST_YEAR] = [2000, 2099]

/** The length of a meeting as a link says it; for other texts, the usual one. */
export function readDuration(text: string | null | undefined): number {
  return DURATIONS.find((minutes) => minutes === Number(text)) ?? USUAL_DURATION
}

/** The moment of a meeting as a link says it, in milliseconds since 1970: an instant by RFC 3339, also without its seconds. */
export function readMoment(text: string | null | undefined): number | undefined {
  const [given, date = ''] = /^([\d-]{10})T\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:\d\d)$/i.exec(text ?? '') ?? []
  const at = Date.parse(given ?? '')
  // Some engines read 30 February as 2 March.
  if (new Date(date).getUTCDate() !== Number(date.slice(8))) return undefined
  return at >= Date.UTC(FIRST_YEAR, 0) && at < Date.UTC(LAST_YEAR + 1, 0) ? at : undefined
}
