import { toMinutes, WEEKDAYS, type WeeklyHours } from '@timezone-registry/zones/availability'
import type { Formatters } from '@timezone-registry/zones/formatters'
import { createPlaceOfIn } from '@timezone-registry/zones/named-places'
import { formatOffset } from '@timezone-registry/zones/offset'
import type { LanguageTag } from '@timezone-registry/zones/place-of'
import { createReadText, type ReadText } from '@timezone-registry/zones/read-text'
import { createTimeFormat } from '@timezone-registry/zones/time-format'
import { findZoneTime } from '@timezone-registry/zones/zone-times'
import type { SavedZone } from './registry.ts'
import { LANGUAGE_OF_LOCALE, type Texts, textsIn } from './texts.ts'

/** What a clock in a saved zone shows at a moment. */
export type Clock = {
  utcOffsetSeconds: number
  /** `15:04` or `3:04 PM`, as the reader's language writes it. */
  time: string
  weekday: string
  /** At most a few letters. */
  shortWeekday: string
  /** `Berlin, Germany`. */
  place: string
  /** `UTC+5:30`. */
  offset: string
}

/** Writes what a person reads, in their language and with their clock. */
export type Wording = {
  language: LanguageTag
  /** The country of the locale, if it names one: of namesakes, its places come first. */
  region: string | undefined
  text: ReadText<Texts['answers']>
  /** Undefined for a zone that this release of the tz database does not have. */
  clock(zone: SavedZone, at: Date): Clock | undefined
  /** What a clock shows with an offset from UTC. */
  timeAt(at: Date, utcOffsetSeconds: number): string
  /** `Berlin, Germany`. */
  place(zone: SavedZone): string
  /** A line for each range of hours, by the days on which it is; `away` alone for none. */
  week(weekly: readonly WeeklyHours[]): string[]
  /** How far a clock is from the reader's, both by their offsets from UTC. */
  apart(utcOffsetSeconds: number, own: number): string
}

/** The wording for a locale of Discord; of English where there are no texts in its language. */
type WordingIn = (locale: string | undefined) => Wording

const LOCALE = /^[a-z]{2}(?:-(?:[A-Z]{2}|\d{3}))?$/
const DAYS: readonly string[] = WEEKDAYS
const ENGLISH = 'en-US'
const WEEKDAY = { weekday: 'long' } as const
const SHORT_WEEKDAY = { weekday: 'short' } as const
const MAX_NAME_CHARACTERS = 40

export function createWordingIn(formatters: Formatters): WordingIn {
  const placeOfIn = createPlaceOfIn()
  const textIn = new Map<LanguageTag, Wording['text']>()
  return (given = ENGLISH) => {
    const locale = LOCALE.test(given) ? given : ENGLISH
    const language = LANGUAGE_OF_LOCALE[locale] ?? 'en'
    const text = textIn.get(language) ?? createReadText(language, textsIn(language).answers)
    textIn.set(language, text)
    const formats = createFormats(locale, formatters)
    const place = ({ canonical }: SavedZone) => placeOfIn(language)(canonical)
    return {
      language,
      region: locale.slice(3) || undefined,
      text,
      place,
      timeAt: (at, utcOffsetSeconds) => formats.times.time(at.getTime() + utcOffsetSeconds * 1000),
      clock: (zone, at) => {
        const time = findZoneTime(zone.timezone, at)
        if (time === undefined) return undefined
        const { utcOffsetSeconds } = time
        const local = at.getTime() + utcOffsetSeconds * 1000
        return {
          utcOffsetSeconds,
          time: formats.times.time(local),
          weekday: formats.times.date(local, WEEKDAY),
          shortWeekday: formats.times.date(local, SHORT_WEEKDAY),
          place: place(zone),
          offset: formatOffset(Math.round(utcOffsetSeconds / 60)),
        }
      },
      week: (weekly) => (weekly.length > 0 ? weekly.map(formats.hours) : [text('states.away')]),
      apart: (utcOffsetSeconds, own) => {
        const minutes = Math.round((utcOffsetSeconds - own) / 60)
        if (minutes === 0) return text('same')
        const amount = formatAmount(Math.abs(minutes), language, formatters)
        return text(minutes > 0 ? 'ahead' : 'behind', { amount })
      },
    }
  }
}

/** Of moments moved by an offset, so that they are UTC. The clock has the cycle of the locale, also where the words are English. */
function createFormats(locale: string, formatters: Formatters) {
  const { hourCycle } = formatters.dateTime(locale, { hour: 'numeric' }).resolvedOptions()
  const words = Object.hasOwn(LANGUAGE_OF_LOCALE, locale) ? locale : `en-GB-u-hc-${hourCycle}`
  const times = createTimeFormat(words, formatters)
  const list = formatters.list(words, { type: 'conjunction', style: 'narrow' })
  // 5 January 1970 was a Monday.
  const nameOf = (day: string) => times.date(Date.UTC(1970, 0, 5 + DAYS.indexOf(day)), SHORT_WEEKDAY)
  const toLocal = (clock: string) => toMinutes(clock) * 60_000
  return {
    times,
    hours: ({ days, from, to }: WeeklyHours) =>
      `${list.format(days.map(nameOf))}: ${times.range(toLocal(from), toLocal(to))}`,
  }
}

/** `5 hours, 30 minutes`. */
function formatAmount(minutes: number, language: LanguageTag, formatters: Formatters): string {
  const parts = [
    [Math.floor(minutes / 60), 'hour'],
    [minutes % 60, 'minute'],
  ] as const
  const words = parts.flatMap(([count, unit]) =>
    count === 0
      ? []
      : formatters.number(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
  )
  return formatters.list(language, { style: 'long', type: 'unit' }).format(words)
}

/** A cleaned name without markup, mentions or links, for text outside of a code block. */
export function escapeName(name: string): string {
  return shorten(name).replace(/[!-/:-@[-`{-~]/g, '\\$&')
}

/** A cleaned name that cannot end a code block. */
export function nameInCode(name: string): string {
  return shorten(name).replaceAll('`', 'ˋ')
}

function shorten(name: string): string {
  const characters = [...name.replace(/\s+/g, ' ')]
  return characters.length > MAX_NAME_CHARACTERS
    ? `${characters.slice(0, MAX_NAME_CHARACTERS - 1).join('')}…`
    : characters.join('')
}
