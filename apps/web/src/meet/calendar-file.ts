import { createEvent, type DateArray } from 'ics'

/** Times in milliseconds since 1970. */
export type CalendarEvent = { at: number; minutes: number; title: string; description: string; url: string }

/**
 * A meeting as an iCalendar file, in UTC, so that no calendar has to know anybody's zone. Throws if `ics` refuses it.
 */
export function createCalendarFile({ at, minutes, title, description, url }: CalendarEvent): string {
  const start = new Date(at)
  const { error, value } = createEvent({
    start: [
      start.getUTCFullYear(),
      start.getUTCMonth() + 1,
      start.getUTCDate(),
      start.getUTCHours(),
      start.getUTCMinutes(),
    ] satisfies DateArray,
    startInputType: 'utc',
    startOutputType: 'utc',
    duration: { minutes },
    title,
    description,
    url,
    productId: 'timezone-registry',
  })
  if (typeof value !== 'string') throw error ?? new Error('The calendar file could not be written')
  return value
}
