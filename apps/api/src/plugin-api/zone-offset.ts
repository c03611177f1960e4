/** The offset of a zone at an instant, in seconds east of UTC. Throws `RangeError` for a name that it does not know. */
export type OffsetOf = (zone: string, at: Date) => number

const NANOSECONDS = 1e9

/** By the zone data that Node carries. */
export const offsetOf: OffsetOf = (zone, at) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).offsetNanoseconds /
  NANOSECONDS
