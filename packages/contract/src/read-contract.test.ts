import { expect, test } from 'vitest'
import { searchLimitSchema, searchNameSchema } from './read-contract.ts'

test.for([
  'jo',
  'José',
  'Jose\u0301',
  '한글',
  '東京',
  '😀😀',
  '%_',
  '\\x',
  ' a',
  'x'.repeat(255),
  '🕰'.repeat(255),
])('a name may begin with %j', (name) => expect(searchNameSchema.parse(name)).toBe(name))

test.for([
  [undefined, 'is required'],
  ['', 'at least 2'],
  ['é', 'at least 2'],
  ['e\u0301', 'at least 2'],
  ['\u0301\u0302', 'at least 2'],
  ['❤\ufe0f', 'at least 2'],
  ['\u{10ffff}\u{10ffff}', 'at least 2'],
  ['a\0b', 'control'],
  ['\u202eab', 'direction'],
  ['\ud800a', 'control'],
  ['x'.repeat(256), 'at most 255'],
])('%j is not the beginning of a name: %s', ([name, why]) => {
  expect(searchNameSchema.safeParse(name).error?.issues[0]?.message).toContain(why)
})

test('the limit is a whole number from 1 to 20', () => {
  expect(['1', '20'].map((limit) => searchLimitSchema.parse(limit))).toEqual([1, 20])
  for (const limit of ['0', '21', '-1', '1.5', '', 'x', '1e1'])
    expect(searchLimitSchema.safeParse(limit).error?.issues[0]?.message).toBe(
      'must be a whole number from 1 to 20',
    )
})
