import { nextTick } from 'node:process'
import { getHeapSpaceStatistics } from 'node:v8'
import { expect, test } from 'vitest'
import { collectStartupGarbage, keepTickShape, kept } from './tune-runtime.ts'

test('keepTickShape retains an object that nextTick created', async () => {
  keepTickShape()
  await new Promise<void>((resolve) => nextTick(resolve))
  expect(kept.tick).toMatchObject({ callback: expect.any(Function), args: undefined })
})

test('collectStartupGarbage returns the young generation to the system', () => {
  const startup = []
  while (youngBytes() < 8_000_000) startup.push({})
  collectStartupGarbage()
  expect(youngBytes()).toBeLessThan(2_000_000)
})

function youngBytes(): number {
  return (
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? Number.NaN
  )
}
