import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readListPage, SEPARATOR } from './list-page.ts'

const join = (rows: { id: string; username: string; timezone: string }[]) =>
  readListPage({
    userIds: rows.map(({ id }) => id).join(SEPARATOR),
    usernames: rows.map(({ username }) => username).join(SEPARATOR),
    zones: rows.map(({ timezone }) => timezone).join(SEPARATOR),
    count: rows.length,
  })?.()

test('any values without the separator become the equivalent JSON', () => {
  const value = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes(SEPARATOR))
  const row = fc.record({
    id: value,
    username: fc.oneof(value, fc.constantFrom('"', '\\', '\\"', '\n')),
    timezone: value,
  })
  fc.assert(
    fc.property(fc.uniqueArray(row, { minLength: 1, selector: ({ id }) => id }), (rows) => {
      const entries = rows.map(({ id, username, timezone }) => [id, { username, timezone }] as const)
      expect(new Map(Object.entries(JSON.parse(`{${join(rows)}}`)))).toEqual(
        new Map(Object.entries(Object.fromEntries(entries))),
      )
    }),
  )
})

test('values that contain the separator are not split', () => {
  expect(join([{ id: 'a', username: `b${SEPARATOR}c`, timezone: 'UTC' }])).toBeUndefined()
  expect(
    join([{ id: `a${SEPARATOR}`, username: `b${SEPARATOR}c`, timezone: `UTC${SEPARATOR}` }]),
  ).toBeUndefined()
})
