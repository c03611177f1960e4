import { expect, test, vi } from 'vitest'
import { createPretty, createSample } from './logger.ts'

test('on a terminal, a line names its caller', () => {
  const line = { level: 'info', msg: 'audit', caller: { kind: 'key', id: 7 }, action: 'set' }
  const text = createPretty()(JSON.stringify(line))
  expect(text).toMatch(/"by":"key 7"/)
  expect(text).not.toContain('[object')
})

test('of many lines in a short time, one is kept, and the next one has their number', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const sample = createSample()
  expect(sample()).toEqual({})
  for (let line = 0; line < 300; line++) expect(sample()).toBeUndefined()
  vi.advanceTimersByTime(5000)
  expect(sample()).toEqual({ left_out: 300 })
  vi.advanceTimersByTime(5000)
  expect(sample()).toEqual({})
  vi.useRealTimers()
})
