import { fold } from './fold.ts'
import { toLatinDigits } from './parse-offset.ts'
import type { LanguageTag } from './place-of.ts'
import { listWords, TIME_WORDS } from './time-words.ts'

/** What a text says of the time of a day. */
export type ClockSaid = {
  /** Without minutes or a unit, it `isBare`: only beside a part of the day is `9` a time. */
  clock?: { hour: number; minute: number; isBare: boolean }
  isNoon?: boolean
  isMidnight?: boolean
  /** `AM`, `PM` and the parts of the day. */
  parts: readonly string[]
}

/** Words, and the signs that stand for what they mean. */
export type Words = { pattern: RegExp; signs: ReadonlyMap<string, string> }

/** Something that may come next in a text; `read` adds it to what was said before, or returns undefined. */
export type Item<Said> = { pattern: RegExp; read: (said: Said, groups: Groups) => Said | undefined }

type Groups = Record<string, string | undefined>

const HOUR = 60
const DAY_MINUTES = 1440
// Japanese has no spaces. Its weekdays in short are words only where they stand alone.
const UNSPACED = /^[\u3040-\u30ff\u4e00-\u9fff]{2,}$|^[時时分朝昼夜のに]$/

/** A word with several meanings gets their signs side by side: `W2M3`. Of words inside of words, the longest counts. */
export function createWords(meanings: Iterable<readonly [word: string, sign: string]>): Words {
  const signs = new Map<string, Set<string>>()
  for (const [word, sign] of meanings) {
    const key = fold(word)
    signs.set(key, (signs.get(key) ?? new Set()).add(sign))
  }
  const sources = [...signs.keys()]
    .sort((a, b) => b.length - a.length)
    .map((word) => (UNSPACED.test(word) ? word : `(?<!\\p{L})${word}(?!\\p{L})`))
  return {
    pattern: new RegExp(sources.join('|'), 'gu'),
    signs: new Map([...signs].map(([word, meant]) => [word, [...meant].sort().reverse().join('')])),
  }
}

/**
 * A text with capital letters in place of the words that are known, and with Latin digits: `15 H ON W5`. No item reads the
 * small letters that are left.
 */
export function toSigns(text: string, { pattern, signs }: Words): string {
  return (
    toLatinDigits(text.normalize('NFKC'))
      .toLowerCase()
      .replace(/\p{Cf}/gu, '')
      .replace(/(\d-\d+)t(\d\d:\d\d)(?![.\d])/, '$1 $2')
      // As programs write it, with seconds.
      .replace(/(?<![:.\d])(\d{1,2}:\d\d):00(?:\.0+)?(?![:.\d])/, '$1')
      .replace(/(\d)h(?=\d\d(?!\d))/g, '$1:')
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(/@/g, ' at ')
      .replace(/[,;،、()!?؟。]|(?<=:\d\d|\d[ap]m)\.(?!\d)/g, ' ')
      // An Arabic letter says am even where that word stands before a day. `12am Freitag` could be noon or midnight.
      .replace(/(?<!\p{L})([ap])\.\s?m(?!\p{L})\.?/gu, (_, half) => (half === 'a' ? ' ص ' : ' م '))
      .replace(/(?<!\d)(\d{1,2})([:.]\d\d)?([ap])m?(?!\p{L})/gu, (all, hour, minute = '', half) =>
        hour === '12' && signs.get('am') !== 'AM' ? all : `${hour}${minute} ${half === 'a' ? 'ص' : 'م'} `,
      )
      // `2027م` is the year of our era, not the afternoon.
      .replace(/(\d{4})\s*م(?!\p{L})/gu, '$1 ')
      .replace(/(\d)(?:-?(?:st|nd|rd|th|er|r?o|го)|\s?числа)(?!\p{L})/gu, '$1.')
      .replace(/(\d{4})年(\d{1,2})月(\d{1,2})日?(?!曜)/g, ' $1-$2-$3 ')
      .replace(/(\d{1,2})月(\d{1,2})日?(?!曜)/g, ' --$1-$2 ')
      .replace(/(\d)日(?!曜)/g, '$1. ')
      .replace(/(\d)\s*時半/g, '$1:30 ')
      .replace(/\p{L}[\p{L}\p{M}'’ʻ.-]*/gu, (word) => ` ${fold(word)} `)
      .replace(/\s+/g, ' ')
      .replace(pattern, (word) => ` ${signs.get(word)} `)
      .replace(/\s+/g, ' ')
      .trim()
  )
}

/** An item written in signs. The prepositions given may stand before it, so none may end a text. */
export function itemOf<Said>(source: string, read: Item<Said>['read'], before = 'AT|ON|OF'): Item<Said> {
  return { pattern: new RegExp(`(?:(?:${before}) )*${source}(?: |$)`, 'y'), read }
}

/** Each way of reading all of a text, written in signs. */
export function* readings<Said>(text: string, items: readonly Item<Said>[], said: Said): Generator<Said> {
  if (text === '') yield said
  else
    for (const { pattern, read } of items) {
      pattern.lastIndex = 0
      const found = pattern.exec(text)
      const next = found && read(said, found.groups ?? {})
      if (found && next) yield* readings(text.slice(found[0].length), items, next)
    }
}

const PART = 'AM|PM|P\\d'

/** What a text may say of the time of a day. */
export function clockItems<Said extends ClockSaid>(): Item<Said>[] {
  const clock = (source: string, isBare = false) => {
    const read: Item<Said>['read'] = (said, { hour, minute = 0 }) =>
      said.clock ? undefined : { ...said, clock: { hour: Number(hour), minute: Number(minute), isBare } }
    return itemOf(source, read, 'AT|OF')
  }
  return [
    clock('(?<hour>\\d{1,2})[:.](?<minute>[0-5]\\d)(?: H| HRS| MIN)?'),
    clock('(?<hour>\\d{1,2}) H'),
    clock('(?<hour>\\d{1,2}) H (?<minute>[0-5]\\d)(?: MIN)?'),
    clock(`(?<hour>\\d{1,2})(?: HRS| OCLOCK)?(?= (?:N|${PART}))`, true),
    clock('AT (?<hour>\\d{1,2})', true),
    clock('AT (?<hour>\\d{1,2}) HRS'),
    // Over 12, it cannot be the other half of the day. `3 horas` may be how long something takes.
    clock('AT (?<hour>1[3-9]|2[0-3])'),
    clock('(?<hour>1[3-9]|2[0-3]) HRS'),
    itemOf('(?:12 OF )?N', (said) => ({ ...said, isNoon: true })),
    itemOf('(?:12(?::00)? )?Z', (said) => ({ ...said, isMidnight: true })),
    partItem(PART),
  ]
}

/** The given halves and parts of a day. */
export function partItem<Said extends ClockSaid>(source: string): Item<Said> {
  return itemOf(`(?<part>${source})`, (said, { part = '' }) => ({ ...said, parts: [...said.parts, part] }))
}

// The hours of which each is said.
const HOURS: Record<string, (hour: number) => boolean> = {
  AM: (hour) => hour < 12,
  PM: (hour) => hour >= 12,
  P0: (hour) => hour <= 6 || hour >= 22,
  P1: (hour) => hour >= 1 && hour < 12,
  P2: (hour) => hour >= 12 && hour <= 20,
  N: (hour) => hour >= 11 && hour <= 14,
  P3: (hour) => hour >= 16,
  P4: (hour) => hour <= 5 || hour >= 17,
  P5: (hour) => hour >= 12,
  P6: (hour) => hour < 12,
}

/** In minutes, 1440 being the end of the day; undefined for what cannot be one time. */
export function minuteMeant({ clock, isNoon, isMidnight, parts }: ClockSaid): number | undefined {
  if (isMidnight) return clock || isNoon || parts.includes('PM') ? undefined : 0
  if (clock === undefined && !isNoon) return undefined
  const { hour, minute, isBare } = clock ?? { hour: 12, minute: 0, isBare: false }
  const named = isNoon ? [...parts, 'N'] : parts
  if (named.length === 0 && isBare) return undefined
  const meant = named.length === 0 ? [hour] : hoursMeant(hour, named)
  const [only, ...others] = meant.filter((each) => named.every((part) => HOURS[part]?.(each)))
  if (only === undefined || others.length > 0) return undefined
  return only * HOUR + minute <= DAY_MINUTES ? only * HOUR + minute : undefined
}

/** The hours that a number may be where a part of the day is named. One over 12 takes no am or pm. */
function hoursMeant(hour: number, parts: readonly string[]): number[] {
  const isHalf = parts.includes('AM') || parts.includes('PM')
  if (hour > 12) return isHalf || hour > 23 ? [] : [hour]
  if (hour === 0) return isHalf ? [0] : [0, 12]
  if (hour < 12) return [hour, hour + 12]
  return isHalf || parts.includes('P0') || parts.includes('P4') ? [0, 12] : [12]
}

const ALL_BUT_AM = [...listWords(TIME_WORDS)]
const WORDS = createWords([...ALL_BUT_AM, ['am', 'AM']])
const GERMAN_WORDS = createWords(ALL_BUT_AM)
const ITEMS = clockItems<ClockSaid>()

/**
 * A time of day, as people write it in many languages: minutes, 1440 for 24:00; undefined for any other text. For a German
 * reader, `am` stands before a day.
 */
export function readTimeOfDay(text: string, language?: LanguageTag): number | undefined {
  const signs = toSigns(text, language === 'de' ? GERMAN_WORDS : WORDS)
  const minutes = [...readings(signs, ITEMS, { parts: [] })].map(minuteMeant)
  return minutes.find((minute) => minute !== undefined)
}
