import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { timezoneInputSchema } from './record.ts'
import { userIdSchema } from './user-text.ts'

describe('an id or a name', () => {
  test.for([
    '1',
    'nelly',
    'Ünïcödé',
    '🕰',
    '👩‍👩‍👧',
    ' space ',
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
    ['\ud800', 'surrogate'],
    ['e\u0301', 'NFC'],
    [5, 'must be text'],
    [undefined, 'is required'],
    [null, 'must be text'],
  ])('may not be %j: %s', ([value, why]) => {
    const { error } = userIdSchema.safeParse(value)
    expect(error?.issues[0]?.message).toContain(why)
  })

  test('is accepted unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const parsed = userIdSchema.safeParse(text)
        if (parsed.success) expect(parsed.data).toBe(text)
      }),
    )
  })
})

test('surrounding whitespace in a timezone is ignored', () => {
  expect(timezoneInputSchema.parse('  Europe/Berlin\n')).toBe('Europe/Berlin')
  expect(timezoneInputSchema.safeParse(' \t').success).toBe(false)
})
