/** The zones of the times that are named after no place in the list: `pacific` in `Pacific Standard Time`. Folded. */
export const TIME_NAMES: Record<string, string[]> = {
  ...sharing('America/Los_Angeles', 'pacific, us pacific, pazifische'),
  ...sharing('America/Denver', 'mountain, us mountain'),
  ...sharing('America/Chicago', 'central, us central'),
  ...sharing('America/New_York', 'eastern, us eastern, american'),
  ...sharing('America/Halifax', 'atlantic'),
  ...sharing('America/Anchorage', 'alaskan'),
  ...sharing('Pacific/Honolulu', 'hawaiian, hawaii aleutian'),
  ...sharing('Europe/London', 'british, english, greenwich, greenwich mean, britische, englische'),
  ...sharing('Europe/Dublin', 'irish'),
  ...sharing('Europe/Lisbon', 'western european, west european, westeuropaische'),
  ...sharing('Europe/Berlin', 'central european, middle european, mitteleuropaische, german, deutsche'),
  ...sharing('Europe/Kyiv', 'eastern european, east european, osteuropaische'),
  ...sharing('Europe/Paris', 'french'),
  ...sharing('Europe/Madrid', 'spanish'),
  ...sharing('Europe/Rome', 'italian'),
  ...sharing('Europe/Istanbul', 'turkish'),
  ...sharing('Europe/Moscow', 'russian, московское'),
  ...sharing('Asia/Kolkata', 'indian, indische'),
  ...sharing('Asia/Shanghai', 'chinese'),
  ...sharing('Asia/Tokyo', 'japanese'),
  ...sharing('Asia/Seoul', 'korean'),
  ...sharing('Asia/Riyadh', 'arabian, arabia'),
  ...sharing('Asia/Dubai', 'gulf'),
  ...sharing('Asia/Bangkok', 'indochina'),
  ...sharing('Australia/Sydney', 'australian, australian eastern, australia eastern, aus eastern'),
  ...sharing('Australia/Adelaide', 'australian central, australia central, aus central'),
  ...sharing('Australia/Perth', 'australian western, australia western, aus western'),
  ...sharing('Africa/Lagos', 'west africa, west african'),
  ...sharing('Africa/Maputo', 'central africa, central african'),
  ...sharing('Africa/Nairobi', 'east africa, east african'),
  ...sharing('UTC', 'universal, coordinated universal'),
}

const KINDS = ['standard ', 'daylight ', 'daylight saving ', 'daylight savings ', 'summer ', 'winter ', '']
const TIMES = ['time', 'time zone', 'timezone', 'time us', 'time us canada']
const ENDINGS = [
  ...KINDS.flatMap((kind) => TIMES.map((time) => kind + time)),
  ...['zeit', 'ortszeit', 'normalzeit', 'sommerzeit', 'winterzeit', 'время', '시간'],
]
const BEGINNING =
  /^(?:current |local )?time (?:in|at) |^the |^(?:la )?(?:heure|hora) (?:de |del |da |do |du )/

const OWN_TIME =
  /^(?:(?:my|our|your) )?(?:(?:local|current|own) )?(?:time|time ?zone)$|^(?:here|local|auto(?:matic)?)$/

/** Whether folded text means the time of whoever wrote it: `my time`, `here`. */
export function isOwnTime(text: string): boolean {
  return OWN_TIME.test(text)
}

/**
 * What a time is named after: `london` for `london time`, `pacific` for `pacific standard t`, `tokyo` for
 * `time in tokyo`. Its last word may still be incomplete. Undefined for any other text.
 */
export function withoutTime(text: string): string | undefined {
  const beginning = BEGINNING.exec(text)?.[0] ?? ''
  if (beginning !== '') return text.slice(beginning.length) || undefined
  const [, unspaced] = /^(.+?)(?:標準)?(?:時間|时间)$/.exec(text) ?? []
  if (unspaced !== undefined) return unspaced
  for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', at + 1)) {
    const rest = text.slice(at + 1)
    if (ENDINGS.some((ending) => ending.startsWith(rest))) return text.slice(0, at)
  }
  return undefined
}

function sharing(zone: string, names: string): Record<string, string[]> {
  return Object.fromEntries(names.split(', ').map((name) => [name, [zone]]))
}
