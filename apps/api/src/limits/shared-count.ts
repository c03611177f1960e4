import cluster from 'node:cluster'
import { withDeadline } from '../limiter.ts'
import type { RedisPool } from '../redis/redis-pool.ts'
import { createWindows, take, WINDOW_MILLISECONDS } from './window-counter.ts'

/** The total count of all instances for a caller in the current minute. */
type SharedUse = { used: number; resetMilliseconds: number }

/** Counts for all instances. `add` rejects within a few hundred milliseconds if it cannot. */
export type SharedCount = { add(key: string, cost: number): Promise<SharedUse> }

const ADD = `
local used = redis.call('INCRBY', KEYS[1], ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
return {used, left}`

/** The count of all instances that share a Redis. */
export function createRedisCount({ run, keyPrefix }: Pick<RedisPool, 'run' | 'keyPrefix'>): SharedCount {
  return {
    add: async (key, cost) => {
      const reply = await run((redis) => redis.eval(ADD, 1, `${keyPrefix}:${key}`, cost, WINDOW_MILLISECONDS))
      const [used = 0, resetMilliseconds = 0] = reply as number[]
      return { used, resetMilliseconds }
    },
  }
}

type Request = { countFor: string; cost: number; id: number }
type Reply = { counted: SharedUse; id: number }

const REPLY_TIMEOUT_MILLISECONDS = 500

/** Counts for all workers, in the primary process. */
export function countForWorkers(): void {
  const windowOf = createWindows()
  cluster.on('message', (worker, message: Partial<Request>) => {
    const { countFor, cost, id } = message ?? {}
    if (countFor === undefined || cost === undefined || id === undefined || !worker.isConnected()) return
    const window = windowOf(countFor, Number.POSITIVE_INFINITY)
    const { resetMilliseconds } = take(window, cost)
    const reply: Reply = { counted: { used: window.used, resetMilliseconds }, id }
    // Without a callback, a reply to a worker that has just died would end this process.
    worker.send(reply, () => {})
  })
}

/** The count of all workers on one machine, requested from the primary process. */
export function createWorkerCount(): SharedCount {
  const pending = new Map<number, (use: SharedUse) => void>()
  let lastId = 0
  process.on('message', (message: Partial<Reply>) => {
    if (message?.counted !== undefined && message.id !== undefined) pending.get(message.id)?.(message.counted)
  })
  return {
    add: (countFor, cost) => {
      const id = ++lastId
      const ask = () =>
        new Promise<SharedUse>((resolve) => {
          pending.set(id, resolve)
          process.send?.({ countFor, cost, id } satisfies Request)
        })
      return withDeadline(REPLY_TIMEOUT_MILLISECONDS, ask, noReply).finally(() => pending.delete(id))
    },
  }
}

function noReply(cause: Error): Error {
  return new Error('No reply from the primary process', { cause })
}
