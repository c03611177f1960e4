import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'
import { timezoneInputSchema } from './record.ts'
import { userIdSchema, usernameSchema } from './user-text.ts'

describe('an id or a name', () => {
  test.for([
    '1',
    'nelly',
    'Ünïcödé',
    '🕰',
    '👩‍👩‍👧',
    'a b',
    '❤\ufe0f',
    "'; drop table timezones; --",
    'x'.repeat(255),
    '🕰'.repeat(255),
  ])('may be %j', (text) => {
    expect(userIdSchema.parse(text)).toBe(text)
  })

  test.for([
    ['', 'must not be empty'],
    ['x'.repeat(256), 'at most 255'],
    ['🕰'.repeat(256), 'but has 256'],
    ['a\0', 'control'],
    ['a\u0085', 'control'],
    ['a\u200f', 'direction'],
    ['\u2066a', 'direction'],
    ['a\u2028b', 'line breaks'],
    ['\u200b', 'must not be empty'],
    ['\ue000', 'can see'],
    ['\ud800', 'surrogate'],
    ['e\u0301', 'NFC'],
    [5, 'must be text'],
    [undefined, 'is required'],
    [null, 'must be text'],
  ])('may not be %j: %s', ([value, why]) => {
    const { error } = userIdSchema.safeParse(value)
    expect(error?.issues[0]?.message).toContain(why)
  })

  test('is accepted unchanged, but for what surrounds an id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const parsed = usernameSchema.safeParse(text)
        if (parsed.success) expect(parsed.data).toBe(text.replace(/[\u2028\u2029]/g, ' '))
        const id = userIdSchema.safeParse(`\u200b ${text}\ufeff\u00a0`)
        if (id.success) expect(text).toContain(id.data)
      }),
    )
    for (const id of ['\u200b1', '1\u2060', ' 1\ufeff', '\u00ad1\u00a0', '\u3164\u200d1'])
      expect(userIdSchema.parse(id)).toBe('1')
  })
})

// Hangul fillers, a soft hyphen, joiners, a Braille blank, a selector, private use, tags, white space, the place of an object,
// a noncharacter, and what joins Khitan and Egyptian signs.
const INVISIBLE =
  '\u3164 \u200b \u2060 \u2800 \u00ad \u034f \u115f \uffa0 \ufe0f \u2028 \ue000 \u{f0000} \u{e0041} \u180e \u{1d159} \u3000 \ufffc \ufdd0 \u{16fe4} \u{13430}'
test.for([...INVISIBLE.split(' '), '  ', '\u200b\u2800\u3164'])(
  'the name %j, which nobody sees, is refused, and nothing when it is cleaned',
  (name) => {
    expect(usernameSchema.safeParse(name).error?.issues[0]?.message).toContain('can see')
    expect(cleanText(name)).toBe('')
    expect(cleanText(`${name}\u{1f570}${name}`)).toContain('\u{1f570}')
  },
)

test('line breaks in a name become a space', () => {
  expect(usernameSchema.parse('Nelly\u2028Example')).toBe('Nelly Example')
  expect(cleanText('Nelly\r\nExample\u2029III\tx')).toBe('Nelly Example III x')
})

test('surrounding whitespace in a timezone is ignored', () => {
  expect(timezoneInputSchema.parse('  Europe/Berlin\n')).toBe('Europe/Berlin')
  expect(timezoneInputSchema.safeParse(' \t').success).toBe(false)
})
