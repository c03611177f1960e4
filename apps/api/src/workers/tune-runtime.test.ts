import { nextTick } from 'node:process'
import { expect, test } from 'vitest'
import { keepTickShape, kept } from './tune-runtime.ts'

test('keepTickShape retains an object that nextTick created', async () => {
  keepTickShape()
  await new Promise<void>((resolve) => nextTick(resolve))
  expect(kept.tick).toMatchObject({ callback: expect.any(Function), args: undefined })
})
