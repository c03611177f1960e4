import { expect, test } from 'vitest'
import { createBudget } from './limiter.ts'

test('limits what is held in total and by each caller, until it is given back', () => {
  const budget = createBudget({ max: 30, maxPerCaller: 20 })
  expect([budget.take('a', 15), budget.take('a', 5), budget.take('b', 5)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect([budget.take('a'), budget.take('c', 6)]).toEqual(['caller_full', 'full'])
  expect(budget.taken).toBe(25)
  budget.give('a', 15)
  expect([budget.take('c', 16), budget.take('a')]).toEqual([undefined, undefined])
  expect(budget.taken).toBe(27)
})
