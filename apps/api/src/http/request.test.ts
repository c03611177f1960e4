import type { Request, Response } from 'express'
import { expect, test } from 'vitest'
import { inOrder, type RouteStep, toOriginForm } from './request.ts'

test.for([
  ['/get?id=1', '/get?id=1'],
  ['/', '/'],
  ['/get?next=//a', '/get?next=//a'],
  ['//list', '/list'],
  ['/\\list', '/list'],
  ['http://localhost:3000/get?id=1', '/get?id=1'],
  ['HTTPS://localhost', '/'],
  ['http://localhost?id=1', '/?id=1'],
  ['http://[/', '/'],
  ['//a@[#', '/a@['],
  ['/get?id=1#there', '/get?id=1'],
  ['*', '/*'],
  ['', '/'],
] as const)('%s is %s', ([target, path]) => {
  expect(toOriginForm(target)).toBe(path)
})

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
