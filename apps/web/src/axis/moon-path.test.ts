import { expect, test } from 'vitest'
import { moonPath } from './sun-arcs.ts'

/** How much of the disc is on each side of the middle, from the two arcs of the path. */
function litPart(path: string): { left: number; right: number } {
  const arcs = [...path.matchAll(/A([\d.]+) 16 0 0 ([01])/g)].map(([, width, sweep]) => [
    Number(width),
    sweep,
  ])
  const [edge, shadow] = arcs
  // Downwards, a sweep of 1 passes on the right; upwards, on the left.
  const right = edge?.[1] === '1' ? 16 : -16
  const other = (shadow?.[1] === '0' ? 1 : -1) * Number(shadow?.[0])
  const [from, until] = [Math.min(right, other), Math.max(right, other)]
  return { left: Math.max(0, -from) - Math.max(0, -until), right: Math.max(0, until) - Math.max(0, from) }
}

test('the moon shows its phase: a crescent, a half, nearly full, full, and the same on the other side', () => {
  const north = (phase: number) => litPart(moonPath(phase, { isSouth: false }))
  expect(north(0.1).left).toBe(0)
  expect(north(0.1).right).toBeGreaterThan(0)
  expect(north(0.1).right).toBeLessThan(8)
  expect(north(0.25)).toEqual({ left: 0, right: 16 })
  expect(north(0.4).right).toBe(16)
  expect(north(0.4).left).toBeGreaterThan(8)
  expect(north(0.5).left + north(0.5).right).toBeGreaterThan(30)
  expect(north(0.75)).toEqual({ left: 16, right: 0 })
  expect(north(0.9).right).toBe(0)
  expect(litPart(moonPath(0.25, { isSouth: true }))).toEqual({ left: 16, right: 0 })
})
