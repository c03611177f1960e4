import type { Formatters } from '@timezone-registry/zones/formatters'
import { withClock } from '@timezone-registry/zones/hour-cycle'
import { createPlaceOfIn } from '@timezone-registry/zones/named-places'
import { formatOffset } from '@timezone-registry/zones/offset'
import type { LanguageTag } from '@timezone-registry/zones/place-of'
import { shownAvailability } from '@timezone-registry/zones/stored-availability'
import { createTimeFormat } from '@timezone-registry/zones/time-format'
import { createCoordinatesOf } from '@timezone-registry/zones/zone-data'
import type { ZoneNames } from '@timezone-registry/zones/zone-names'
import { findZoneTime } from '@timezone-registry/zones/zone-times'
import type { TimezoneRecord } from '../records/record.ts'
import type { PageTexts } from './page-texts.ts'

/** A person's clock at one instant, in words. */
export type PersonClock = NonNullable<ReturnType<DescribePerson>>

/** A person who is shown; `link` is their page, undefined if the address of the service is not known. */
export type ShownPerson = { clock: PersonClock; link: string | undefined }

/** How the texts, times and dates are written. */
export type Reader = PageTexts & { locale: string; formatters: Formatters }

export type DescribePerson = ReturnType<typeof createDescribePerson>

const DAY_SECONDS = 86_400

export function createDescribePerson({ canonicalOf }: Pick<ZoneNames, 'canonicalOf'>) {
  const placeOfIn = createPlaceOfIn()
  const coordinatesOf = createCoordinatesOf()
  /** Undefined for a zone that this release of the tz database does not have. The place is named in the language. */
  return (record: TimezoneRecord, now: Date, language: LanguageTag) => {
    const { username, timezone, visibility, availability } = record
    const time = findZoneTime(timezone, now)
    if (time === undefined) return undefined
    const { utcOffsetSeconds, abbreviation, nextTransition } = time
    const offset = formatOffset(Math.round(utcOffsetSeconds / 60))
    const local = Math.floor(now.getTime() / 1000) + utcOffsetSeconds
    return {
      username,
      /** The moment, in milliseconds since 1970. */
      at: now.getTime(),
      /** `Berlin, Germany`. */
      place: placeOfIn(language)(canonicalOf(timezone)),
      /** Where that is; undefined for UTC and the like. */
      coordinates: coordinatesOf(canonicalOf(timezone)),
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
}

/** The locale with a clock of 12 or 24 hours, by default its own. */
export function clockLocale({ locale, formatters }: Reader, clock?: '12' | '24'): string {
  const { hour12 } = formatters.dateTime(locale, { hour: 'numeric' }).resolvedOptions()
  // Two kinds of digits in one line are hard to read.
  const latin = formatters.locale(locale, { numberingSystem: 'latn' }).toString()
  return withClock(latin, clock ?? (hour12 ? '12' : '24'), formatters)
}

/** `14:05`; on a 12-hour clock as the locale writes it: `2:05 PM`, `午後2:05`. */
export function formatTime(secondOfDay: number, reader: Reader, clock?: '12' | '24'): string {
  return createTimeFormat(clockLocale(reader, clock), reader.formatters).time(secondOfDay * 1000)
}

/** `28 March 2027`: the date there, in the language. */
export function formatLocalDate(
  date: Date,
  utcOffsetSeconds: number,
  { language, formatters }: Pick<Reader, 'language' | 'formatters'>,
): string {
  // In American order, the day would come after the month.
  const locale = language === 'en' ? 'en-GB' : language
  const format = formatters.dateTime(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return format.format(date.getTime() + utcOffsetSeconds * 1000)
}
