import { nextTick } from 'node:process'
import { expect, test } from 'vitest'
import { keepTickShape, kept } from './tune-runtime.ts'

test('an object that nextTick created is kept', async () => {
  keepTickShape()
  await new Promise<void>((resolve) => nextTick(resolve))
  expect(kept.tick).toMatchObject({ callback: expect.any(Function), args: undefined })
})
