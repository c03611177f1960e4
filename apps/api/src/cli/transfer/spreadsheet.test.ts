import { expect, test } from 'vitest'
import { changedIds, protect, unprotect } from './spreadsheet.ts'

test.for([
  ...['80351110224678912', '007', '1e5', '1.50', '1,5', '1/2', '3-4', '10:30', '3 pm', '50%', '1 000'],
  ...['MAR1', 'Sept 2', 'March 2026', 'Dec 25, 2026', '1-may', '2 Jan', 'TRUE', 'false', '=1', "'1.50"],
])('protects %s from being shown in another way', (value) => {
  expect(protect(value)).toBe(`'${value}`)
  expect(unprotect(protect(value))).toBe(value)
})

test.for([
  '12',
  'nelly',
  'May',
  'mario64',
  '1st',
  'true story',
  "O'Neil",
  '2026-11-21T12:00:00.000000Z',
  'a 1/2',
])('leaves %s as it is', (value) => {
  expect([protect(value), unprotect(value)]).toEqual([value, value])
})

test('an id that became a date is no id, unless it is protected', async () => {
  const ids = ['1-Mar', '02-Jan-26', "'1-Mar", 'nelly-mar']
  const rows = await Array.fromAsync(changedIds(toRows(ids)))
  expect(rows.map((row) => row instanceof Error)).toEqual([true, true, false, false])
})

async function* toRows(ids: string[]) {
  yield* ids.map((user_id) => ({ user_id }))
}
