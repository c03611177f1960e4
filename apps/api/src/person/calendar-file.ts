type CalendarEvent = {
  uid: string
  at: Date
  minutes: number
  title: string
  description: string
  url: string | undefined
}

const MAX_LINE_OCTETS = 75
const SEQUENCE_BEGINS = Date.UTC(2026, 0)

/** An event as an iCalendar file (RFC 5545), in UTC, so that no calendar has to know anybody's zone. */
export function createCalendarFile(
  { uid, at, minutes, title, description, url }: CalendarEvent,
  now: number,
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:timezone-registry',
    'BEGIN:VEVENT',
    `UID:${uid}@timezone-registry`,
    `DTSTAMP:${formatUtc(now)}`,
    // Nothing is kept of a meeting, so each file counts as a change of those before it.
    `SEQUENCE:${Math.floor((now - SEQUENCE_BEGINS) / 1000)}`,
    `DTSTART:${formatUtc(at.getTime())}`,
    `DURATION:PT${minutes}M`,
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(description)}`,
    ...(url === undefined ? [] : [`URL:${url}`]),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

/** `20261124T133000Z` */
function formatUtc(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|[.]\d+/g, '')
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r\n|[\r\n]/g, String.raw`\n`)
}

/** A line in pieces of at most 75 octets, none of which ends within a character. */
function fold(line: string): string {
  const pieces = ['']
  for (const character of line) {
    const longer = pieces.at(-1) + character
    if (Buffer.byteLength(longer) <= MAX_LINE_OCTETS) pieces.splice(-1, 1, longer)
    else pieces.push(` ${character}`)
  }
  return pieces.join('\r\n')
}
