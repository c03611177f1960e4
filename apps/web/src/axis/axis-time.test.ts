import { expect, test } from 'vitest'
import { createAxisTime } from './axis-time.ts'

test('a time that moves often is shown once a frame, as it is then', () => {
  const frames: (() => void)[] = []
  const time = createAxisTime((callback) => frames.push(callback))
  const shown: (number | undefined)[] = []
  const unsubscribe = time.subscribe(() => shown.push(time.chosen()))
  for (const at of [1, 2, 3]) time.choose(at)
  expect(frames).toHaveLength(1)
  frames.shift()?.()
  time.backToNow()
  frames.shift()?.()
  unsubscribe()
  time.choose(4)
  frames.shift()?.()
  expect(shown).toEqual([3, undefined])
})

test('the line follows the pointer between the quarters of an hour that are shown', () => {
  const frames: (() => void)[] = []
  const time = createAxisTime((callback) => frames.push(callback))
  const lines: (number | undefined)[] = []
  time.follow(
    () => lines.push(time.line()),
    () => true,
  )
  time.choose(900_000, 1_000_000)
  expect(time.chosen()).toBe(900_000)
  frames.shift()?.()
  time.choose(900_000)
  frames.shift()?.()
  expect(lines).toEqual([1_000_000, 900_000])
})

test('many who show the time take turns, until all of them show the last one', () => {
  const frames: (() => void)[] = []
  const time = createAxisTime((callback) => frames.push(callback))
  const shown = Array.from({ length: 10 }, (): (number | undefined)[] => [])
  for (const list of shown) time.subscribe(() => list.push(time.chosen()))
  for (let at = 1; at <= 10; at++) {
    time.choose(at)
    frames.shift()?.()
  }
  // Nobody was passed over, although each time another was chosen.
  for (const list of shown) expect(list.length).toBeGreaterThanOrEqual(2)
  while (frames.length > 0) frames.shift()?.()
  expect(shown.map((list) => list.at(-1))).toEqual(shown.map(() => 10))
})

test('what is out of sight shows the last time, too, after all that is in sight', () => {
  const frames: (() => void)[] = []
  const time = createAxisTime((callback) => frames.push(callback))
  const shown: string[] = []
  time.subscribe(
    () => shown.push('out of sight'),
    () => false,
  )
  for (let row = 0; row < 4; row++) time.subscribe(() => shown.push('in sight'))
  time.choose(1)
  while (frames.length > 0) frames.shift()?.()
  expect(shown).toEqual([...Array.from({ length: 4 }, () => 'in sight'), 'out of sight'])
})
