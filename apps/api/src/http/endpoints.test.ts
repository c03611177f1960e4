import type { Request, Response } from 'express'
import { expect, test } from 'vitest'
import { inOrder, type RouteStep } from './endpoints.ts'

const req = {} as Request

test('steps run in order, and the request continues after the last', async () => {
  expect(await run([{ name: 'first' }, { name: 'slow', isAsync: true }, { name: 'last' }])).toEqual([
    'first',
    'slow',
    'last',
    'next',
  ])
})

test.for([
  [false, false],
  [false, true],
  [true, false],
  [true, true],
])('a step that answers is the last, whether steps wait: %s, %s', async ([first, answer]) => {
  const steps = [
    { name: 'first', isAsync: first },
    { name: 'answer', isAsync: answer, answers: true },
  ]
  expect(await run([...steps, { name: 'last' }])).toEqual(['first', 'answer'])
  expect(await run(steps)).toEqual(['first', 'answer'])
})

async function run(
  steps: { name: string; isAsync?: boolean | undefined; answers?: boolean }[],
): Promise<string[]> {
  const calls: string[] = []
  const res = { headersSent: false }
  const toStep =
    ({ name, isAsync = false, answers = false }: (typeof steps)[number]): RouteStep =>
    () => {
      calls.push(name)
      res.headersSent ||= answers
      return isAsync ? Promise.resolve() : undefined
    }
  await inOrder(steps.map(toStep))(req, res as Response, () => calls.push('next'))
  return calls
}
