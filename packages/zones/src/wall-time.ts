import type { LanguageTag } from './place-of.ts'
import {
  type ClockSaid,
  clockItems,
  createWords,
  type Item,
  itemOf,
  minuteMeant,
  partItem,
  readings,
  toSigns,
  type Words,
} from './time-of-day.ts'
import { DAY_WORDS, listWords, TIME_WORDS } from './time-words.ts'

/** The person who asks: their language, and what the clock that they mean shows, in milliseconds as if it were UTC. */
export type TimeReader = { language: LanguageTag; local: number }

/** What is typed: the time, which may name its day, too, and the day where there is a field for it. */
export type TypedTime = { time: string; date?: string | undefined }

/**
 * A wall time such as `2027-03-28T15:00`, or why there is none: the text has no single meaning, it does not say at which
 * end of a day midnight is, or the date is not on the weekday beside it.
 */
export type WallTime = { wall: string } | { unclear: 'text' | 'midnight' | 'weekday' }

/**
 * Reads a wall time as people type it in their language or in English: `15:00`, `3pm`, `tomorrow 9:30`, `fri 18:00`,
 * `28 March 3pm`, `2027-03-28 15:00`. Without a day it is the next such time; without a year, the next such date. What can
 * be read in two ways has none.
 */
export type ReadWallTime = (typed: TypedTime, reader: TimeReader) => WallTime

type DaySaid = {
  /** From today. */
  ahead?: number
  weekday?: number
  date?: { year?: number; month?: number; day: number }
}
type Said = ClockSaid & DaySaid

const MAX_CHARACTERS = 80
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
const WEEK_DAYS = 7
const MONTHS = 12
// A 29 February may be eight years away; a 31st, two months.
const MAX_STEPS = 9

/** What texts are read by. */
type Grammar = { words: Words; inTime: Item<Said>[]; inDate: Item<Said>[] }

/** Knows each language from its first use on. */
export function createReadWallTime(): ReadWallTime {
  const known = new Map<LanguageTag, Grammar>()
  return ({ time, date = '' }, { language, local }) => {
    if (time.length + date.length > MAX_CHARACTERS) return { unclear: 'text' }
    const grammar = known.get(language) ?? loadGrammar(language)
    known.set(language, grammar)
    const { words, inTime, inDate } = grammar
    const toLine = (text: string) => {
      if (language !== 'de') return toSigns(text, words)
      // `Freitagabend` is one word, and the morning is called as tomorrow.
      const parted = text.replace(/(tag|woch)(?=morgen|vorm|mittag|nachm|abend|nacht)/i, '$1 ')
      return toSigns(parted, words).replace(/\b([WD]\d) D1\b/, '$1 P1')
    }
    const meant: WallTime[] = []
    for (const said of readings<Said>(toLine(time), inTime, { parts: [] }))
      for (const whole of readings(toLine(date), inDate, said)) meant.push(resolve(whole, local))
    return agree(meant)
  }
}

function loadGrammar(language: LanguageTag): Grammar {
  const dates = dateItems(ORDERS[language] ?? ['day first'])
  return {
    words: loadWords(language),
    inTime: [...clockItems<Said>(), ...dates],
    inDate: [...dates, partItem('P\\d'), itemOf(DAY, withDate, 'ON|OF')],
  }
}

/** What all readings mean; those that mean nothing do not count. */
function agree(meant: readonly WallTime[]): WallTime {
  const walls = new Set(meant.flatMap((each) => ('wall' in each ? [each.wall] : [])))
  const [wall] = walls
  if (wall !== undefined) return walls.size === 1 ? { wall } : { unclear: 'text' }
  return meant.find((each) => 'unclear' in each && each.unclear !== 'text') ?? { unclear: 'text' }
}

type Order = 'day first' | 'month first'

// Of what slashes separate, where the day is not always first.
const ORDERS: Partial<Record<LanguageTag, readonly Order[]>> = {
  en: ['day first', 'month first'],
  ja: ['month first'],
}

const DAY = '(?<day>\\d{1,2})'
const MONTH = '(?<month>\\d{1,2})'
const NAMED = '(?:W\\d)?M(?<month>\\d+)'
const YEAR = '(?: (?:OF )?(?<year>\\d{4})(?: G)?)?'

/** What a text may say of a day. */
function dateItems(orders: readonly Order[]): Item<Said>[] {
  const slashed = orders.map((order) => (order === 'day first' ? [DAY, MONTH] : [MONTH, DAY]))
  return [
    itemOf('D(?<ahead>\\d)', (said, { ahead }) =>
      said.ahead === undefined ? { ...said, ahead: Number(ahead) } : undefined,
    ),
    itemOf('W(?<weekday>\\d)(?:M\\d+)?', (said, { weekday }) =>
      said.weekday === undefined ? { ...said, weekday: Number(weekday) } : undefined,
    ),
    ...[
      `(?<year>\\d{4})(?<by>[-/.])${MONTH}\\k<by>${DAY}`,
      `--${MONTH}-${DAY}`,
      // With dots, the day is first everywhere.
      `${DAY}\\. ?${MONTH}\\.?(?: (?<year>\\d{4}))?`,
      `${DAY}\\.${MONTH}\\.(?<year>\\d{4}|\\d\\d)(?: G)?`,
      ...slashed.map(([first, second]) => `${first}(?<by>[-/])${second}\\k<by>(?<year>\\d{4})`),
      ...slashed.map(([first, second]) => `${first}/${second}(?:/(?<year>\\d\\d))?`),
      `${DAY}[.-]? (?:OF )?${NAMED}${YEAR}`,
      `${NAMED} ${DAY}\\.?${YEAR}`,
      `(?<year>\\d{4}) ${NAMED} ${DAY}\\.?`,
      `${DAY}\\.`,
      `ON ${DAY}`,
    ].map((source) => itemOf<Said>(source, withDate, 'ON|OF')),
    // `vendredi 28`
    itemOf(`W(?<weekday>\\d)(?:M\\d+)? ${DAY}`, (said, groups) =>
      said.weekday === undefined ? withDate({ ...said, weekday: Number(groups.weekday) }, groups) : undefined,
    ),
  ]
}

function withDate(said: Said, { year, month, day }: Record<string, string | undefined>): Said | undefined {
  if (said.date !== undefined || Number(month ?? 1) > MONTHS) return undefined
  const full = year?.length === 2 ? 2000 + Number(year) : Number(year)
  const date = { day: Number(day), ...(month && { month: Number(month) }), ...(year && { year: full }) }
  return { ...said, date }
}

function resolve(said: Said, local: number): WallTime {
  const minute = minuteMeant(said)
  if (minute === undefined || (said.ahead !== undefined && said.date)) return { unclear: 'text' }
  const { clock, parts, weekday } = said
  const isMidnight = said.isMidnight || (minute === 0 && clock?.hour === 12 && !parts.includes('AM'))
  const isOfDay = said.ahead ?? said.date ?? weekday
  const today = Math.floor(local / DAY_MS)
  if (isMidnight) {
    const isNext = isOfDay === undefined || isOfDay === 0
    return isNext && (weekday === undefined || weekday === weekdayOf(today))
      ? { wall: toWall(today + 1, 0) }
      : { unclear: 'midnight' }
  }
  // Early hours of a night may be those after it.
  if (isOfDay !== undefined && parts.includes('P4') && minute < 6 * 60) return { unclear: 'text' }
  const isOver = (day: number) => day * DAY_MS + minute * MINUTE_MS <= local
  const day = dayMeant(said, { today, isOver })
  if (day === undefined) return { unclear: 'text' }
  return weekday === undefined || weekday === weekdayOf(day)
    ? { wall: toWall(day, minute) }
    : { unclear: 'weekday' }
}

type Now = { today: number; isOver: (day: number) => boolean }

/** Days since 1970. */
function dayMeant({ ahead, date, weekday }: Said, { today, isOver }: Now): number | undefined {
  if (ahead !== undefined) return today + ahead
  if (date !== undefined) return dateMeant(date, { today, isOver })
  const days = Array.from({ length: WEEK_DAYS + 1 }, (_, days) => today + days)
  return days.find((day) => !isOver(day) && (weekday === undefined || weekday === weekdayOf(day)))
}

/** The next such date; undefined for one that the calendar does not have. */
function dateMeant(
  { year, month, day }: { year?: number; month?: number; day: number },
  { today, isOver }: Now,
): number | undefined {
  const now = new Date(today * DAY_MS)
  const [thisYear, thisMonth] = [now.getUTCFullYear(), now.getUTCMonth() + 1]
  if (year !== undefined) return toDay(year, month ?? 0, day)
  const steps = Array.from({ length: MAX_STEPS }, (_, step) =>
    month === undefined ? toDay(thisYear, thisMonth + step, day) : toDay(thisYear + step, month, day),
  )
  return steps.find((each) => each !== undefined && !isOver(each))
}

/** Undefined for a date that the calendar does not have. Months may go on from December. */
function toDay(year: number, month: number, day: number): number | undefined {
  const first = Date.UTC(year, month - 1)
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === new Date(first).getUTCMonth() && day > 0 ? date.getTime() / DAY_MS : undefined
}

/** From Sunday, 0. 1970 began on a Thursday. */
function weekdayOf(day: number): number {
  return (day + 4) % WEEK_DAYS
}

/** The end of a day, at minute 1440, is the start of the next. */
function toWall(day: number, minute: number): string {
  return new Date(day * DAY_MS + (minute % DAY_MINUTES) * MINUTE_MS + (minute === DAY_MINUTES ? DAY_MS : 0))
    .toISOString()
    .slice(0, 16)
}

/** The words of a language and of English, with the names of weekdays and months. */
function loadWords(language: LanguageTag): Words {
  const words = [...listWords(TIME_WORDS), ...listWords(DAY_WORDS.en), ...listWords(DAY_WORDS[language])]
  // In German, it stands before a day.
  const isBeforeDay = words.some(([word]) => word === 'am')
  const names = [...listNames(language)].filter(([name]) => !/\d/.test(name))
  return createWords([...words, ...(isBeforeDay ? [] : [['am', 'AM'] as const]), ...names])
}

// Arabic months have other names in the Levant, in Algeria and Tunisia, and in Morocco.
const ALSO: Partial<Record<LanguageTag, readonly string[]>> = { ar: ['ar-SY', 'ar-DZ', 'ar-MA'] }

function* listNames(language: LanguageTag): Generator<[name: string, sign: string]> {
  for (const tag of ['en', 'en-GB', language, ...(ALSO[language] ?? [])])
    for (const style of ['long', 'short'] as const) {
      const format = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' })
      const weekday = format({ weekday: style })
      // 4 January 1970 was a Sunday.
      for (let day = 0; day < WEEK_DAYS; day += 1)
        for (const name of spokenAs(weekday.format((3 + day) * DAY_MS))) yield [name, `W${day}`]
      // With a day, Slavic languages decline the month.
      for (const month of [format({ month: style }), format({ month: style, day: 'numeric' })])
        for (let at = 0; at < MONTHS; at += 1) yield [nameOf(month, Date.UTC(2027, at, 1)), `M${at + 1}`]
    }
}

/** People say `terça` for `terça-feira`, `金曜` for `金曜日` and, of a day in Russian, `в среду` for `среда`. */
function spokenAs(weekday: string): string[] {
  return [weekday, weekday.replace(/-feira$|(?<=曜)日$/, ''), weekday.replace(/а$/, 'у')]
}

function nameOf(format: Intl.DateTimeFormat, date: number): string {
  return format.formatToParts(date).find(({ type }) => type === 'month')?.value ?? ''
}
