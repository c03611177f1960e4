import { setTimeout as sleep } from 'node:timers/promises'
import { drain, postSet } from './measuring/requests.ts'
import { median, timed } from './measuring/statistics.ts'

const TIMES = 30
// Routes that read the whole table may share one answer for this long.
const SHARED_MILLISECONDS = 3100
const MAX_COUNT_MILLISECONDS = 120_000

/** A request to one route, of users with the ids 1 to `size`. */
export type Route = { name: string; times?: number; request(size: number): Promise<unknown> }

/** The routes whose cost could grow with the table. */
export function routesOf(address: string): Route[] {
  const hundred = (size: number) => Array.from({ length: 100 }, () => randomUser(size)).join(',')
  return [
    {
      name: '/get',
      request: (size) => drain(`${address}/v1/get?id=${randomUser(size)}`),
    },
    {
      name: '/set',
      request: (size) => postSet(address, randomUser(size)),
    },
    {
      name: '/lookup of 100',
      request: (size) => drain(`${address}/v1/lookup?ids=${hundred(size)}`),
    },
    {
      name: '/changes of 1,000',
      request: () => drain(`${address}/v1/changes?limit=1000`),
    },
    {
      name: '/stats',
      times: 3,
      request: () => drainWhenReady(`${address}/v1/stats`),
    },
    { name: '/list', times: 1, request: () => drain(`${address}/v1/list`) },
  ]
}

/** Milliseconds of one request at a time: the median. */
export async function measureRoute({ times = TIMES, request }: Route, size: number): Promise<number> {
  const milliseconds: number[] = []
  for (let time = 0; time < times; time++) {
    if (times < TIMES) await sleep(SHARED_MILLISECONDS)
    milliseconds.push(await timed(() => request(size)))
  }
  return median(milliseconds)
}

/** A request whose count takes too long is refused; the count continues, and serves a later request. */
async function drainWhenReady(url: string): Promise<void> {
  const giveUpAt = performance.now() + MAX_COUNT_MILLISECONDS
  for (;;) {
    try {
      return await drain(url)
    } catch (error) {
      if (performance.now() > giveUpAt) throw error
    }
  }
}

function randomUser(size: number): string {
  return String(1 + Math.floor(Math.random() * size))
}
