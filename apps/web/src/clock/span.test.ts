import { expect, test } from 'vitest'
import { fractionOf, quarterAt, spanAround } from './span.ts'

const at = (text: string) => Date.parse(text)

test('a place on the axis is the nearest quarter of an hour inside it', () => {
  const span = spanAround(at('2026-06-15T12:07Z'))
  expect(quarterAt(span, 0.5)).toBe(at('2026-06-15T12:00Z'))
  expect(quarterAt(span, -3)).toBe(at('2026-06-15T00:15Z'))
  expect(quarterAt(span, 1)).toBe(at('2026-06-16T00:00Z'))
  expect(fractionOf(span, at('2026-06-15T18:07Z'))).toBe(0.75)
})
