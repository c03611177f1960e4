import { expect, test } from 'vitest'
import { Overloaded } from '../errors.ts'
import { boundSearches } from './search.ts'

test('a few searches use the database at the same time, and those that wait too long are refused', async () => {
  let running = 0
  let most = 0
  const { promise: answered, resolve: answer } = Promise.withResolvers<[]>()
  const search = async () => {
    running += 1
    most = Math.max(most, running)
    return answered.finally(() => {
      running -= 1
    })
  }
  const find = boundSearches(search, { atOnce: 2, timeoutMs: 1 })
  const searches = ['ab', 'cd', 'ef'].map((name) => find(name, 20))
  await expect(searches[2]).rejects.toThrow(Overloaded)
  answer([])
  expect(await Promise.all(searches.slice(0, 2))).toEqual([[], []])
  expect(await find('gh', 20)).toEqual([])
  expect(most).toBe(2)
})

test('a search that fails releases its place', async () => {
  let calls = 0
  const search = async () => {
    calls += 1
    throw new Error('broken')
  }
  const find = boundSearches(search, { atOnce: 1 })
  for (let turn = 1; turn <= 3; turn++) {
    await expect(find('ab', 20)).rejects.toThrow('broken')
    expect(calls).toBe(turn)
  }
})
