import { expect, test } from 'vitest'
import { withClock } from './hour-cycle.ts'
import { LANGUAGE_TAGS } from './place-of.ts'
import { createTimeFormat } from './time-format.ts'

const HOUR = 3_600_000
const EVERY_QUARTER = Array.from({ length: 96 }, (_, quarter) => (quarter * HOUR) / 4)
const clocks = LANGUAGE_TAGS.flatMap((tag) => (['12', '24'] as const).map((clock) => [tag, clock] as const))
const formatOf = (tag: string, clock: '12' | '24') =>
  createTimeFormat(withClock(tag === 'ar' ? 'ar-u-nu-latn' : tag, clock))
const WITH_DATE = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
} as const

test.each(clocks)('in %s, a clock of %s hours writes the same time in one way everywhere', (tag, clock) => {
  const format = formatOf(tag, clock)
  expect(format.isTwelve).toBe(clock === '12')
  for (const at of EVERY_QUARTER) {
    const time = format.time(at)
    const { hour, minute, half } = format.cell(at)
    expect(time).toMatch(clock === '24' ? /^\d\d:\d\d$/ : /^(?:\D+)?(?!0\d)\d\d?:\d\d(?:\D+)?$/u)
    // No line breaks within it.
    expect(time).not.toMatch(/[ \u2009\u202f]/)
    expect(format.date(at, WITH_DATE)).toContain(time)
    expect(time).toContain(`${hour}:${minute || '00'}`)
    expect(half === '').toBe(clock === '24')
    expect(format.hour(at)).toContain(hour)
  }
})

test.each(clocks)('in %s, with a clock of %s hours, no two hours of a ruler are the same', (tag, clock) => {
  const format = formatOf(tag, clock)
  const hours = Array.from({ length: 24 }, (_, hour) => format.hour(hour * HOUR))
  expect(new Set(hours).size).toBe(24)
  for (const hour of hours) expect(hour).toMatch(clock === '24' ? /^\d\d$/ : /^(?:午前|午後)?\d\d?[apصم]?$/)
})

test.each(clocks)(
  'in %s, with a clock of %s hours, ranges have one dash, also over midnight',
  (tag, clock) => {
    const format = formatOf(tag, clock)
    const dash = tag === 'ja' ? '〜' : '–'
    for (const [from, until] of [
      [9, 10],
      [11, 12],
      [22, 23],
      [23, 24],
      [22, 26],
      [1, 24],
    ] as const) {
      const written = format.range(from * HOUR, until * HOUR)
      expect(written.split(dash)).toHaveLength(2)
      expect(written).not.toMatch(/[ \u2009\u202f]|\s[–〜]|[–〜]\s/)
    }
  },
)

test.each([
  ['en-GB', 9, 10, '09:00–10:00'],
  ['en-US', 9, 10, '9:00–10:00\u00a0AM'],
  ['en-US', 11, 12, '11:00\u00a0AM–12:00\u00a0PM'],
  ['en-US', 23, 24, '11:00\u00a0PM–12:00\u00a0AM'],
  ['en-US', 9, 33, '9:00\u00a0AM–9:00\u00a0AM'],
  ['de', 22, 24, '22:00–00:00'],
  ['fr', 9, 10, '09:00–10:00'],
  ['es-MX', 9, 10, '9:00–10:00\u00a0a.m.'],
  ['ja', 9, 10, '09:00〜10:00'],
  ['ja-u-hc-h11', 9, 10, '午前9:00〜10:00'],
  ['ja-u-hc-h11', 11, 12, '午前11:00〜午後0:00'],
  ['ar-EG-u-nu-latn', 9, 10, '\u20689:00\u2069–\u206810:00\u00a0ص\u2069'],
])('in %s, %d to %d is a range', (locale, from, until, written) => {
  expect(createTimeFormat(locale).range(from * HOUR, until * HOUR)).toBe(written)
})

test.each([
  ['en-US', ['12a', '6a', '12p', '6p']],
  ['en-GB', ['00', '06', '12', '18']],
  ['es-MX', ['12a', '6a', '12p', '6p']],
  ['ja-u-hc-h11', ['午前0', '午前6', '午後0', '午後6']],
  ['ar-EG-u-nu-latn', ['12ص', '6ص', '12م', '6م']],
])('a ruler in %s', (locale, written) => {
  const { hour } = createTimeFormat(locale)
  expect([0, 6, 12, 18].map((at) => hour(at * HOUR))).toEqual(written)
})

test('a cell has its minutes and half of the day beside its hour', () => {
  const { cell } = createTimeFormat('es-MX')
  expect(cell(12.75 * HOUR)).toEqual({ hour: '12', minute: '45', half: 'pm' })
  expect(createTimeFormat('de').cell(9 * HOUR)).toEqual({ hour: '09', minute: '', half: '' })
})
