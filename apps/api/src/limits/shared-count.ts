import type { RedisPool } from '../redis/redis-pool.ts'
import { WINDOW_MILLISECONDS } from './window-counter.ts'

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
