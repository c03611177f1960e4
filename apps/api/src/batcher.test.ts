import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type BatcherOptions, createBatcher } from './batcher.ts'
import { Overloaded, Unavailable } from './errors.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A batcher whose batches end when the test ends them; the result of a job is the job. */
function open(options: Partial<BatcherOptions<string, string>> = {}) {
  const batches: { jobs: string[]; end: (error?: Error) => void }[] = []
  const running = new Map<string, number>()
  const seen = { mostAtOnce: 0, mostOfOneKey: 0 }
  const count = (keys: string[], change: 1 | -1) => {
    for (const key of ['', ...keys]) running.set(key, (running.get(key) ?? 0) + change)
    seen.mostAtOnce = Math.max(seen.mostAtOnce, running.get('') ?? 0)
    for (const key of keys) seen.mostOfOneKey = Math.max(seen.mostOfOneKey, running.get(key) ?? 0)
  }
  const run = (batch: ReadonlyMap<string, string>) =>
    new Promise<ReadonlyMap<string, string>>((resolve, reject) => {
      count([...batch.keys()], 1)
      const end = (error?: Error) => {
        count([...batch.keys()], -1)
        if (error === undefined) resolve(batch)
        else reject(error)
      }
      batches.push({ jobs: [...batch.values()], end })
    })
  const batcher = createBatcher({ run, maxBatch: 3, maxBatches: 2, maxPending: 100, ...options })
  // What is scheduled during an advance comes a millisecond later.
  const turn = () => vi.advanceTimersByTimeAsync(1)
  return {
    batches,
    seen,
    turn,
    jobs: () => batches.map(({ jobs }) => jobs),
    /** A job `a1` has the key `a`. */
    add: (...jobs: string[]) =>
      jobs.map((job) => batcher.add(job.charAt(0), job).catch((error: unknown) => error)),
    /** Ends all batches, and those that start then. */
    endAll: async () => {
      for (let next = 0; next < batches.length; next++) {
        batches[next]?.end()
        await turn()
      }
    },
    pending: () => batcher.counts().pending,
  }
}

describe('jobs', () => {
  test('of one turn share batches, limited in size and in number, each with its own result', async () => {
    const { add, turn, jobs, endAll, seen } = open()
    const results = add('a', 'b', 'c', 'd', 'e', 'f', 'g')
    await turn()
    expect(jobs()).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ])
    await endAll()
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    expect(seen.mostAtOnce).toBe(2)
  })

  test('of one key that wait together are merged into the last, and never overlap an earlier one', async () => {
    const { add, turn, jobs, endAll, seen } = open()
    const results = add('a1')
    await turn()
    results.push(...add('a2', 'b', 'a3'))
    await turn()
    expect(jobs()).toEqual([['a1'], ['b']])
    await endAll()
    expect(await Promise.all(results)).toEqual(['a1', 'a3', 'b', 'a3'])
    expect(jobs()[2]).toEqual(['a3'])
    expect(seen.mostOfOneKey).toBe(1)
  })

  test('of one key that may not be merged, or are of another kind, run in order of arrival', async () => {
    const canMerge = (job: string, earlier: string) => job.at(-1) === earlier.at(-1)
    const kindOf = (job: string) => (/[A-Z]/.test(job) ? 'removal' : 'set')
    const { add, jobs, endAll, turn, seen } = open({ canMerge, kindOf, maxBatch: 9 })
    const results = add('a-x', 'a+x', 'a-y', 'aR', 'b', 'a-z', 'cR')
    await turn()
    await endAll()
    expect(jobs()).toEqual([['a+x', 'b'], ['cR'], ['a-y'], ['aR'], ['a-z']])
    expect(await Promise.all(results)).toEqual(['a+x', 'a+x', 'a-y', 'aR', 'b', 'a-z', 'cR'])
    expect(seen.mostOfOneKey).toBe(1)
  })

  test('a result that is a promise holds up its key alone', async () => {
    const slow = Promise.withResolvers<string>()
    const { add, turn } = open({
      run: async (batch) => new Map([...batch].map(([key, job]) => [key, job === 'a1' ? slow.promise : job])),
    })
    const [a1, b1] = add('a1', 'b1')
    await turn()
    expect(await b1).toBe('b1')
    const [a2, b2] = add('a2', 'b2')
    await turn()
    expect(await b2).toBe('b2')
    slow.resolve('late')
    await vi.runAllTimersAsync()
    expect([await a1, await a2]).toEqual(['late', 'a2'])
  })

  test('fail with their batch, and no others', async () => {
    const { add, turn, batches, endAll } = open({ maxBatch: 2 })
    const results = add('a', 'b', 'c')
    await turn()
    batches[0]?.end(new Error('gone'))
    await endAll()
    expect(await Promise.all(results)).toMatchObject([{ message: 'gone' }, { message: 'gone' }, 'c'])
  })

  test('beyond the limit are refused until places are free again', async () => {
    const { add, turn, endAll, pending } = open({ maxPending: 2 })
    const [a, b, c] = add('a', 'b', 'c')
    expect(await c).toBeInstanceOf(Overloaded)
    await turn()
    await endAll()
    expect([await a, await b, pending()]).toEqual(['a', 'b', 0])
  })

  test('that have waited for 3.3 s never start, and a batch that never ends loses its place after five', async () => {
    const { add, turn, jobs, endAll, pending } = open({ maxBatches: 1, maxBatch: 1 })
    const results = add('a1', 'b')
    await turn()
    await vi.advanceTimersByTimeAsync(3300)
    results.push(...add('a2'))
    await vi.advanceTimersByTimeAsync(1699)
    await turn()
    await endAll()
    expect(await Promise.all(results)).toMatchObject([expect.any(Unavailable), expect.any(Unavailable), 'a2'])
    expect(jobs()).toEqual([['a1'], ['a2']])
    expect(pending()).toBe(0)
  })

  test('are not slowed by how many wait: fifty thousand are answered', async () => {
    const run = async (batch: ReadonlyMap<string, string>) => batch
    const batcher = createBatcher<string, string>({ run, maxBatch: 500, maxBatches: 4, maxPending: 50_000 })
    const all = Promise.all(Array.from({ length: 50_000 }, (_, id) => batcher.add(`${id % 40_000}`, `${id}`)))
    await expect(batcher.add('one more', '')).rejects.toBeInstanceOf(Overloaded)
    await vi.runAllTimersAsync()
    expect((await all).length).toBe(50_000)
    expect(batcher.counts()).toMatchObject({ pending: 0, jobs: 50_000 })
  })
})
