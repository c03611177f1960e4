import { fold } from '@timezone-registry/zones/fold'
import type { LanguageTag } from '@timezone-registry/zones/place-of'
import { readTimeOfDay } from '@timezone-registry/zones/time-of-day'
import { createReadWallTime } from '@timezone-registry/zones/wall-time'

type When = {
  now: number
  /** The reader's own zone. */
  own: string
  /** Minutes east of UTC at a moment. */
  offsetOf: (zone: string, at: number) => number
  /** The zone of a place by its whole name. */
  findZone: (place: string) => string | undefined
}

const MINUTE_MS = 60_000
const MAX_MINUTES = 120

// What people say besides what `Intl` does.
const SPOKEN = [
  ['1 hour', 'an hour'],
  ['30 minutes', 'half an hour'],
  ['1 Stunde', 'einer Stunde'],
  ['30 Minuten', 'einer halben Stunde'],
  ['1 hora', 'una hora'],
  ['30 minutos', 'media hora'],
  ['1 hora', 'uma hora'],
  ['30 minutos', 'meia hora'],
  ['1 heure', 'une heure'],
  ['30 minutes', 'une demi-heure'],
  ['1 час', 'час'],
  ['30 минут', 'полчаса'],
  ['ساعة واحدة', 'ساعة'],
  ['30 دقيقة', 'نصف ساعة'],
  ['dentro de', 'en'],
  ['خلال', 'بعد'],
].map(
  ([text = '', said = '']) => [new RegExp(`(?<!\\d)${withoutSpaces(text)}`), withoutSpaces(said)] as const,
)

/**
 * Reads a moment to come in a query: a time that the reader or a place has then (`noon`, `3pm tokyo`, `Tokyo tomorrow 15:00`),
 * or one that is so long from now (`in 2 hours`). Undefined for other texts.
 */
export function createReadWhen(language: LanguageTag) {
  const amounts = listAmounts(language)
  const readWallTime = createReadWallTime()

  return (
    query: string,
    { now, own, offsetOf, findZone }: When,
  ): { at: number; zone: string } | undefined => {
    const ahead = amounts.get(withoutSpaces(query))
    if (ahead !== undefined) return { at: now + ahead * MINUTE_MS, zone: own }
    for (const [time, place] of partings(query)) {
      const zone = place === '' ? own : isOfTime(place) ? undefined : findZone(place)
      if (zone === undefined) continue
      const offset = offsetOf(zone, now) * MINUTE_MS
      const said = readWallTime({ time }, { language, local: now + offset })
      if (!('wall' in said)) continue
      const wall = Date.parse(`${said.wall}Z`)
      // By the offset that the zone has then.
      const at = wall - offsetOf(zone, wall - offset) * MINUTE_MS
      if (at > now) return { at, zone }
    }
    return undefined
  }
}

/** True for what is part of a time: `am` is no place, as which it is Armenia's code. */
function isOfTime(text: string): boolean {
  return /\d/.test(text) || readTimeOfDay(`1 ${text}`) !== undefined
}

/** Every way to part a query into a time and a place, the longest times first. */
function* partings(query: string): Generator<[time: string, place: string]> {
  const words = query.trim().split(/\s+/)
  for (let length = words.length; length > 0; length--) {
    const rest = words.length - length
    yield [words.slice(0, length).join(' '), words.slice(length).join(' ')]
    if (rest > 0) yield [words.slice(rest).join(' '), words.slice(0, rest).join(' ')]
  }
}

/** How the reader's language and English say how long it is until a moment, in minutes. */
function listAmounts(language: LanguageTag): Map<string, number> {
  const counts = Array.from({ length: MAX_MINUTES }, (_, index) => index + 1)
  const formats = ['en', language].flatMap((tag) =>
    (['long', 'short', 'narrow'] as const).map((style) => new Intl.RelativeTimeFormat(tag, { style })),
  )
  const write = (minutes: number, amount: number, unit: 'minute' | 'hour') =>
    formats
      .flatMap((format) => allSaid(withoutSpaces(format.format(amount, unit))))
      .map((text) => [text, minutes] as const)
  return new Map(
    counts.flatMap((count) => [...write(count, count, 'minute'), ...write(count * 60, count, 'hour')]),
  )
}

/** The text, and what people say in its place. */
function allSaid(text: string): string[] {
  return SPOKEN.reduce(
    (texts, [pattern, said]) => [...new Set(texts.flatMap((each) => [each, each.replace(pattern, said)]))],
    [text],
  )
}

function withoutSpaces(text: string): string {
  return fold(text).replaceAll(' ', '')
}
