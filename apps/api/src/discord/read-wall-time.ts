import { fold } from '@timezone-registry/zones/fold'
import type { LanguageTag } from '@timezone-registry/zones/place-of'
import { readTimeOfDay } from '@timezone-registry/zones/time-query'

/** The person who asks: their language, and what the clock that they mean shows, in milliseconds as if it were UTC. */
type Reader = { language: LanguageTag; local: number }

const MAX_CHARACTERS = 80
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const WEEK_DAYS = 7
const MONTHS = 12

// In each language: today, tomorrow, the day after tomorrow.
const DAYS_AHEAD = new Map(
  [
    ['today', 'heute', 'hoy', 'aujourd’hui', 'hoje', 'сегодня', '今日', 'きょう', 'اليوم'],
    ['tomorrow', 'tmrw', 'morgen', 'mañana', 'demain', 'amanhã', 'завтра', '明日', 'あした', 'غدا', 'غدًا'],
    ['übermorgen', 'pasado mañana', 'après-demain', 'depois de amanhã', 'послезавтра', '明後日', 'بعد غد'],
  ].flatMap((words, days) => words.map((word) => [fold(word), days] as const)),
)
// What stands between a day and a time, in any of the languages.
const FILLERS = new Set(
  [
    'at',
    'on',
    'the',
    'um',
    'am',
    'den',
    'a',
    'à',
    'las',
    'la',
    'el',
    'le',
    'às',
    'as',
    'no',
    'na',
    'в',
    'во',
    'في',
    'の',
  ].map(fold),
)
const JOINED = /(今日|明日|明後日|きょう|あした|[月火水木金土日](?=曜)|\d+月\d+日)(?:曜日?)?の?/g

/** Reads a wall time; undefined if it is none. */
export type ReadWallTime = (text: string, reader: Reader) => string | undefined

/**
 * A reader of the wall time, such as `2027-03-28T15:00`, that a text means: `15:00`, `3pm`, `tomorrow 9:30`, `fri 18:00`,
 * `28 March 3pm`, `2027-03-28 15:00`. Names of days and months are read in the reader's language and in English. Without a
 * day it is the next such time; without a year, the next such date. Undefined for any other text.
 */
export function createReadWallTime(): ReadWallTime {
  const known = new Map<LanguageTag, Names>()
  function namesIn(language: LanguageTag): Names {
    const names = known.get(language) ?? findNames(language)
    known.set(language, names)
    return names
  }
  return (text, { language, local }) => readWallTime(text, { local, names: namesIn(language) })
}

function readWallTime(given: string, { local, names }: { local: number; names: Names }): string | undefined {
  const text = given.normalize('NFKC').toLowerCase().replace(JOINED, '$1 ').replace(/[,;]/g, ' ').trim()
  if (text.length > MAX_CHARACTERS) return undefined
  const now = { day: Math.floor(local / DAY_MS), minute: Math.floor((local % DAY_MS) / MINUTE_MS) }
  for (const { time, rest } of splits(text.split(/\s+/))) {
    const minute = readTimeOfDay(time)
    if (minute === undefined) continue
    const day = readDay(rest, { day: now.day, names, isOver: minute <= now.minute })
    if (day !== undefined) return new Date(day * DAY_MS + minute * MINUTE_MS).toISOString().slice(0, 16)
  }
  return undefined
}

/** Each part of the words that may be the time, the longest first, and what stands around it. */
function* splits(words: readonly string[]): Generator<{ time: string; rest: string[] }> {
  for (let length = words.length; length > 0; length -= 1)
    for (let from = 0; from + length <= words.length; from += 1)
      yield {
        time: words.slice(from, from + length).join(' '),
        rest: [...words.slice(0, from), ...words.slice(from + length)],
      }
}

/** `isOver`: the time has passed today. */
type Now = { day: number; names: Names; isOver: boolean }

/** Days since 1970. */
function readDay(words: readonly string[], now: Now): number | undefined {
  const text = words.join(' ')
  const folded = words.map((word) => fold(word)).filter((word) => word !== '' && !FILLERS.has(word))
  const plain = folded.join(' ')
  if (plain === '') return now.isOver ? now.day + 1 : now.day
  const ahead = DAYS_AHEAD.get(plain)
  if (ahead !== undefined) return now.day + ahead
  const weekday = now.names.weekdays.get(plain)
  if (weekday !== undefined) return nextWeekday(weekday, now)
  return readDate(text, folded, now)
}

function nextWeekday(weekday: number, { day, isOver }: Now): number {
  // 1970 began on a Thursday.
  const ahead = (weekday - ((day + 4) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS
  return day + (ahead === 0 && isOver ? WEEK_DAYS : ahead)
}

const DATES = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  // The day comes first where dots separate the parts; with slashes, it depends on the country.
  /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.?\s?(?<year>\d{4})?$/,
  /^(?:(?<year>\d{4})年)?(?<month>\d{1,2})月(?<day>\d{1,2})日?$/,
]

function readDate(text: string, folded: readonly string[], now: Now): number | undefined {
  const found = DATES.map((pattern) => pattern.exec(text)?.groups).find((groups) => groups !== undefined)
  if (found === undefined) return readNamedDate(folded, now)
  const [month, day] = [Number(found.month), Number(found.day)]
  return toDay({ day, month, year: found.year }, now)
}

/** `28 march`, `march 28 2027`, `28 de marzo`. */
function readNamedDate(words: readonly string[], now: Now): number | undefined {
  const { months } = now.names
  const parts = words.map((word) => word.replace(/^(\d+)(?:st|nd|rd|th|er)$/, '$1')).filter(isNoLink)
  const named = parts.filter((part) => months.has(part))
  const numbers = parts.filter((part) => /^\d+$/.test(part))
  if (named.length !== 1 || named.length + numbers.length !== parts.length) return undefined
  const [day = '', year, ...more] = numbers
  if (day.length > 2 || more.length > 0) return undefined
  return toDay({ day: Number(day), month: months.get(named[0] ?? '') ?? 0, year }, now)
}

function isNoLink(word: string): boolean {
  return !['de', 'del', 'of', 'г', 'года'].includes(word)
}

/** Undefined for a date that the calendar does not have. */
function toDay(
  { day, month, year }: { day: number; month: number; year: string | undefined },
  now: Now,
): number | undefined {
  const thisYear = new Date(now.day * DAY_MS).getUTCFullYear()
  const inYear = (full: number) => {
    const date = new Date(Date.UTC(full, month - 1, day))
    return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / DAY_MS : undefined
  }
  if (year !== undefined) return year.length === 4 ? inYear(Number(year)) : undefined
  // 29 February may be three years away, or seven.
  return Array.from({ length: 9 }, (_, ahead) => inYear(thisYear + ahead)).find(
    (date) => date !== undefined && date >= now.day,
  )
}

type Names = { weekdays: ReadonlyMap<string, number>; months: ReadonlyMap<string, number> }

/** The names of weekdays, from Sunday as 0, and of months, from 1, in a language and in English. */
function findNames(language: LanguageTag): Names {
  const weekdays = new Map<string, number>()
  const months = new Map<string, number>()
  for (const tag of ['en', 'en-GB', language])
    for (const style of ['long', 'short'] as const) {
      const format = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' })
      const weekday = format({ weekday: style })
      // 4 January 1970 was a Sunday.
      for (let day = 0; day < WEEK_DAYS; day += 1)
        for (const name of spokenAs(weekday.format((3 + day) * DAY_MS))) weekdays.set(fold(name), day)
      // With a day, Slavic languages decline the month.
      for (const month of [format({ month: style }), format({ month: style, day: 'numeric' })])
        for (let at = 0; at < MONTHS; at += 1) months.set(fold(nameOf(month, Date.UTC(2027, at, 1))), at + 1)
    }
  return { weekdays, months }
}

/** People say `terça` for `terça-feira` and, of a day in Russian, `в среду` for `среда`. */
function spokenAs(weekday: string): string[] {
  return [weekday, weekday.replace(/-feira$/, ''), weekday.replace(/а$/, 'у')]
}

function nameOf(format: Intl.DateTimeFormat, date: number): string {
  return format.formatToParts(date).find(({ type }) => type === 'month')?.value ?? ''
}
