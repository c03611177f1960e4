/** Times in milliseconds since 1970. */
export type CalendarEvent = { at: number; minutes: number; title: string; description: string; url: string }

const MAX_LINE_OCTETS = 75

/** A meeting as an iCalendar file (RFC 5545), in UTC, so that no calendar has to know anybody's zone. */
export function createCalendarFile({ at, minutes, title, description, url }: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:timezone-registry',
    'BEGIN:VEVENT',
    // `randomUUID` is missing on a plain `http:` address.
    `UID:${crypto.getRandomValues(new Uint32Array(4)).join('-')}`,
    `DTSTAMP:${formatUtc(Date.now())}`,
    `DTSTART:${formatUtc(at)}`,
    `DURATION:PT${minutes}M`,
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${url}`,
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
  return text.replace(/[\\;,]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)
}

/** A line in pieces of at most 75 octets, none of which ends within a character. */
function fold(line: string): string {
  const encoder = new TextEncoder()
  let octets = 0
  return [...line]
    .map((character) => {
      const { length } = encoder.encode(character)
      octets += length
      if (octets <= MAX_LINE_OCTETS) return character
      octets = length + 1
      return `\r\n ${character}`
    })
    .join('')
}
