import { expect, test } from 'vitest'
import { shareNext } from './semaphore.ts'

test('calls share a run that begins after them, also while another one is in progress or has failed', async () => {
  const runs: PromiseWithResolvers<string>[] = []
  const call = shareNext(() => {
    const run = Promise.withResolvers<string>()
    runs.push(run)
    return run.promise
  })
  const first = [call(), call()]
  await expect.poll(() => runs.length).toBe(1)
  // Began before these.
  const second = [call(), call(), call()]
  runs[0]?.reject(new Error('down'))
  await expect(Promise.all(first)).rejects.toThrow('down')
  await expect.poll(() => runs.length).toBe(2)
  const third = call()
  runs[1]?.resolve('second')
  expect(await Promise.all(second)).toEqual(['second', 'second', 'second'])
  await expect.poll(() => runs.length).toBe(3)
  runs[2]?.resolve('third')
  expect(await third).toBe('third')
})
