/** Degrees north and east. */
export type Coordinates = readonly [latitude: number, longitude: number]

/** Milliseconds since 1970. */
type Span = { from: number; until: number }

/** When the sun rises or sets, in milliseconds since 1970. */
export type SunEvent = { at: number; isRise: boolean }

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
// Where its upper edge is on the horizon, by what the air bends.
const HORIZON = -0.833
const RADIANS = Math.PI / 180
const J2000 = Date.UTC(2000, 0, 1, 12)
const NEW_MOON = Date.UTC(2000, 0, 6, 18, 14)
const MONTH_DAYS = 29.530588853

/** Sunrises and sunsets within a day of a span, in their order; empty where it is day or night all the time. */
export function sunEvents(coordinates: Coordinates, { from, until }: Span): SunEvent[] {
  const events: SunEvent[] = []
  for (let day = Math.floor(from / DAY_MS) - 1; day <= Math.floor(until / DAY_MS) + 1; day++)
    events.push(...eventsOfDay(coordinates, day))
  return events.filter(({ at }) => at > from - DAY_MS && at < until + DAY_MS)
}

function eventsOfDay([latitude, longitude]: Coordinates, day: number): SunEvent[] {
  const noon = noonOf(longitude, day)
  const half = halfDay(latitude, noon)
  if (half === undefined) return []
  // The sun's way changes until then: a second look is right to the minute.
  const [rise, set] = [-1, 1].map((side) => {
    const later = halfDay(latitude, noon + side * half) ?? half
    return noon + side * later
  }) as [number, number]
  return [
    { at: rise, isRise: true },
    { at: set, isRise: false },
  ]
}

/** How high the sun is in degrees, and how far it is past noon, from -180 to 180. */
export function sunOver([latitude, longitude]: Coordinates, at: number): { altitude: number; past: number } {
  const { declination, ahead } = sunAt(at)
  const past = wrap(((at % DAY_MS) / DAY_MS) * 360 - 180 + longitude + ahead)
  const phi = latitude * RADIANS
  const sine =
    Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(past * RADIANS)
  return { altitude: Math.asin(sine) / RADIANS, past }
}

/** The moon's phase, right to a day: 0 if it is new, 0.5 if it is full. */
export function moonPhase(at: number): number {
  const months = (at - NEW_MOON) / DAY_MS / MONTH_DAYS
  return months - Math.floor(months)
}

/** When the sun is in the south on a day of UTC. */
export function noonOf(longitude: number, day: number): number {
  const noon = day * DAY_MS + DAY_MS / 2 - longitude * 4 * MINUTE_MS
  return noon - sunAt(noon).ahead * 4 * MINUTE_MS
}

/** How long the sun takes from noon to the horizon, in milliseconds; undefined if it does not reach it. */
function halfDay(latitude: number, at: number): number | undefined {
  const [phi, delta] = [latitude * RADIANS, sunAt(at).declination]
  const cosine =
    (Math.sin(HORIZON * RADIANS) - Math.sin(phi) * Math.sin(delta)) / (Math.cos(phi) * Math.cos(delta))
  return Math.abs(cosine) > 1 ? undefined : (Math.acos(cosine) / RADIANS) * 4 * MINUTE_MS
}

/** True if the sun is up at noon where it neither rises nor sets. */
export function isPolarDay([latitude]: Coordinates, at: number): boolean {
  return latitude * sunAt(at).declination > 0
}

/**
 * The sun's declination in radians, and how far it is ahead of the mean sun in degrees, by the low-precision formulas of the
 * Astronomical Almanac, which are right to a hundredth of a degree. The library for the map would double what the first view loads.
 */
function sunAt(at: number): { declination: number; ahead: number } {
  const days = (at - J2000) / DAY_MS
  const anomaly = (357.529 + 0.98560028 * days) * RADIANS
  const mean = 280.459 + 0.98564736 * days
  const longitude = (mean + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * RADIANS
  const tilt = 23.439 * RADIANS
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(longitude), Math.cos(longitude)) / RADIANS
  return { declination: Math.asin(Math.sin(tilt) * Math.sin(longitude)), ahead: wrap(mean - ascension) }
}

/** The same angle from -180 to 180 degrees. */
function wrap(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180
}
