import { contract } from '@timezone-registry/contract'
import { expect, test } from 'vitest'
import { formatCursor, parseCursor } from './cursor.ts'

test('a cursor survives formatting and parsing, and other text is not a cursor', () => {
  const incarnation = '0123456789ab'
  // The largest that the contract accepts.
  const last = { ord: 36 ** 10 - 1, position: 36 ** 10 - 1 }
  const isAccepted = (since: string) => contract.listChanges.query.safeParse({ since }).success
  for (const cursor of [
    { incarnation, place: { ord: 0, position: 0 } },
    { incarnation, place: last },
    { incarnation, place: { ord: last.ord, position: 0 }, floor: last },
  ]) {
    expect(parseCursor(formatCursor(cursor))).toEqual(cursor)
    expect(formatCursor(cursor)).toMatch(/^[\w-]{1,64}$/)
    expect(isAccepted(formatCursor(cursor))).toBe(true)
  }
  const tooLarge = formatCursor({ incarnation, place: { ord: 36 ** 10, position: 0 } })
  for (const text of [
    '',
    '-',
    'a',
    '1-',
    '-1',
    '01-1',
    '1-1-1',
    'é-1',
    '1-1 ',
    `${incarnation}-1-2-3`,
    tooLarge,
  ])
    expect(isAccepted(text), text).toBe(false)
})
