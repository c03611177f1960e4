import type { Formatters } from './formatters.ts'
import { UNSHARED } from './hour-cycle.ts'
import { languageOf } from './locale.ts'

/**
 * How times are written in a locale, in all that people read: two digits on a clock of 24 hours, one dash, and no line
 * break within a time. `local` is what a clock shows, in milliseconds since 1970 as if it were UTC.
 */
export type TimeFormat = {
  /** True for a clock with am and pm. */
  isTwelve: boolean
  /** `05:45`, `5:45 AM`, `午前5:45`. */
  time(local: number): string
  /** `22:00–00:00`, `9:00–10:00 AM`, `22:00〜00:00`. */
  range(from: number, until: number): string
  /** An hour on a ruler or a ribbon: `06`, `6a`, `午前6`. */
  hour(local: number): string
  /** For a narrow cell: `06`, or `6` and `am`; the minutes only where there are any. */
  cell(local: number): { hour: string; minute: string; half: string }
  /** A date or a weekday; with an hour in `options`, which must be a constant, also the time. */
  date(local: number, options: Intl.DateTimeFormatOptions): string
}

const HALF_DAY_MS = 12 * 3_600_000
const TIME = { hour: 'numeric', minute: '2-digit' } as const
const CLOCK_PARTS = ['hour', 'minute', 'second', 'dayPeriod']

/** Makes each formatter that it needs once, on first use. */
export function createTimeFormat(
  locale: string,
  formatters: Pick<Formatters, 'dateTime'> = UNSHARED,
): TimeFormat {
  const { isTwelve, partsOf } = createPartsOf(locale, formatters)

  function cell(local: number) {
    const find = (wanted: string) => partsOf(local, TIME).find(({ type }) => type === wanted)?.value ?? ''
    const [hour, minute, half] = [find('hour'), find('minute'), find('dayPeriod')]
    return {
      hour,
      minute: minute === '00' ? '' : minute,
      half: half.replace(/[\s.]/g, '').toLowerCase(),
    }
  }

  function hour(local: number): string {
    const { hour, half } = cell(local)
    const isFirst = partsOf(local, TIME)[0]?.type === 'dayPeriod'
    return isFirst ? half + hour : hour + half.replace(/^([ap])m$/, '$1')
  }

  return {
    isTwelve,
    time: (local) => join(partsOf(local, TIME)),
    range: (from, until) => {
      const isShort = until > from && until - from < HALF_DAY_MS
      return joinRange([partsOf(from, TIME), partsOf(until, TIME)], { isShort, language: languageOf(locale) })
    },
    hour,
    cell,
    date: (local, options) => join(partsOf(local, options)),
  }
}

type Parts = readonly Intl.DateTimeFormatPart[]

function createPartsOf(locale: string, { dateTime }: Pick<Formatters, 'dateTime'>) {
  const { hour12: isTwelve = false } = dateTime(locale, { hour: 'numeric' }).resolvedOptions()
  const made = new Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>()
  const create = (options: Intl.DateTimeFormatOptions) => {
    const padding = options.hour && ({ hour: isTwelve ? 'numeric' : '2-digit' } as const)
    return dateTime(locale, { ...options, ...padding, timeZone: 'UTC' })
  }
  return {
    isTwelve,
    partsOf: (local: number, options: Intl.DateTimeFormatOptions): Parts => {
      const format = made.get(options) ?? create(options)
      made.set(options, format)
      return keepTogether(format.formatToParts(local))
    },
  }
}

/** Browsers disagree on the space before am and pm, and at most of them a line may break. */
function keepTogether(parts: Parts): Parts {
  const isClock = (part: Parts[number] | undefined) => CLOCK_PARTS.includes(part?.type ?? '')
  return parts.map((part, index) =>
    isClock(part) || (isClock(parts[index - 1]) && isClock(parts[index + 1]))
      ? { ...part, value: part.value.replace(/\s/g, '\u00a0') }
      : part,
  )
}

/** Where `isShort`, am or pm is said once if both ends have it. */
function joinRange(
  [start, end]: readonly [Parts, Parts],
  { isShort, language }: { isShort: boolean; language: string },
): string {
  const halfOf = (parts: Parts) => parts.find(({ type }) => type === 'dayPeriod')?.value
  const half = halfOf(start)
  const isSame = isShort && half !== undefined && half === halfOf(end)
  const isFirst = start[0]?.type === 'dayPeriod'
  // Its letters would otherwise change the order of what stands beside them.
  const isolate = (time: string) => (language === 'ar' && half ? `\u2068${time}\u2069` : time)
  return [
    isolate(join(isSame && !isFirst ? start.slice(0, -2) : start)),
    isolate(join(isSame && isFirst ? end.slice(1) : end)),
  ].join(language === 'ja' ? '〜' : '–')
}

function join(parts: Parts): string {
  return parts.map(({ value }) => value).join('')
}
