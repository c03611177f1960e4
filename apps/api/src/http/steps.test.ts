import type { Request, Response } from 'express'
import { expect, test } from 'vitest'
import { inOrder, type Step } from './steps.ts'

const req = {} as Request

test('steps run in order, and the request continues after the last', async () => {
  expect(await run([{ name: 'first' }, { name: 'slow', isAsync: true }, { name: 'last' }])).toEqual([
    'first',
    'slow',
    'last',
    'next',
  ])
})

test.for([false, true])('a step that answers is the last, even after one that waits: %s', async (isAsync) => {
  expect(
    await run([{ name: 'first', isAsync }, { name: 'answer', answers: true }, { name: 'last' }]),
  ).toEqual(['first', 'answer'])
})

async function run(steps: { name: string; isAsync?: boolean; answers?: boolean }[]): Promise<string[]> {
  const calls: string[] = []
  const res = { headersSent: false }
  const toStep =
    ({ name, isAsync = false, answers = false }: (typeof steps)[number]): Step =>
    () => {
      calls.push(name)
      res.headersSent ||= answers
      return isAsync ? Promise.resolve() : undefined
    }
  await inOrder(steps.map(toStep))(req, res as Response, () => calls.push('next'))
  return calls
}
