import { expect, test } from 'vitest'
import { createStreamBudget } from './stream-budget.ts'

test('limits streams in total and per caller; releasing a place twice counts once', () => {
  const budget = createStreamBudget({ max: 3, maxPerCaller: 2 })
  const [first, second, third] = [budget.take('a'), budget.take('a'), budget.take('b')]
  expect([budget.take('a'), budget.take('b')]).toEqual(['caller_full', 'full'])
  if (typeof first === 'string' || typeof second === 'string' || typeof third === 'string')
    throw new Error('The first three must be admitted')
  first()
  first()
  expect(budget.take('c')).toBeTypeOf('function')
  expect(budget.take('a')).toBe('full')
})
