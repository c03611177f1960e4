import { createPlaceOfIn } from '@timezone-registry/zones/named-places'
import { formatOffset } from '@timezone-registry/zones/offset'
import type { LanguageTag } from '@timezone-registry/zones/place-of'
import { shownAvailability } from '@timezone-registry/zones/stored-availability'
import type { Coordinates } from '@timezone-registry/zones/sun'
import { createCoordinatesOf } from '@timezone-registry/zones/zone-data'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import { findZoneTime } from '@timezone-registry/zones/zone-times'
import type { TimezoneRecord } from '../records/record.ts'

/** Where zones are, as people know it; records have any name that a zone ever had. */
export type Places = {
  /** `Berlin, Germany`, in the language. */
  placeOf(timezone: string, language: LanguageTag): string
  /** Undefined for UTC and the like. */
  coordinatesOf(timezone: string): Coordinates | undefined
}

export function createPlaces({ canonicalOf }: ZoneNames): Places {
  const placeOfIn = createPlaceOfIn()
  const coordinatesOf = createCoordinatesOf()
  return {
    placeOf: (timezone, language) => placeOfIn(language)(canonicalOf(timezone)),
    coordinatesOf: (timezone) => coordinatesOf(canonicalOf(timezone)),
  }
}

/** A person's clock at one instant, in words. */
export type PersonClock = NonNullable<ReturnType<typeof describePerson>>

/** A person who is shown; `link` is their page, undefined if the address of the service is not known. */
export type ShownPerson = { clock: PersonClock; link: string | undefined }

const DAY_SECONDS = 86_400

/** Undefined for a zone that this release of the tz database does not have. The place is named in the language. */
export function describePerson(
  { username, timezone, visibility, availability }: TimezoneRecord,
  { now, language, places }: { now: Date; language: LanguageTag; places: Places },
) {
  const time = findZoneTime(timezone, now)
  if (time === undefined) return undefined
  const { utcOffsetSeconds, abbreviation, nextTransition } = time
  const offset = formatOffset(Math.round(utcOffsetSeconds / 60))
  const local = Math.floor(now.getTime() / 1000) + utcOffsetSeconds
  return {
    username,
    /** The moment, in milliseconds since 1970. */
    at: now.getTime(),
    place: places.placeOf(timezone, language),
    coordinates: places.coordinatesOf(timezone),
    utcOffsetSeconds,
    /** `UTC+5:30`. */
    offset,
    /** Such as `CET`; undefined if the zone has only the offset. */
    abbreviation: /^[A-Z]/.test(abbreviation) && abbreviation !== offset ? abbreviation : undefined,
    /** Local time of day in seconds since midnight by the clock. */
    secondOfDay: ((local % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS,
    /** When the offset changes next, and to what; undefined if no change is known. */
    next: nextTransition,
    isUnlisted: visibility === 'unlisted',
    /** Null if the person shows none. */
    availability: shownAvailability(availability, { zone: timezone, at: now }),
  }
}
