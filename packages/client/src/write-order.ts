import { RegistryError } from './registry-error.ts'

/** Runs the writes for each user one at a time, so that a retry never overwrites a later write. */
export type WriteOrder = {
  run<Result>(userId: string, write: () => Promise<Result>): Promise<Result>
}

const MAX_WAITING = 10_000

export function createWriteOrder(): WriteOrder {
  const lastOf = new Map<string, Promise<unknown>>()
  let waiting = 0
  return {
    run: async (userId, write) => {
      if (waiting >= MAX_WAITING)
        throw new RegistryError('queue_full', `More than ${MAX_WAITING} writes are waiting`)
      waiting++
      const result = (lastOf.get(userId) ?? Promise.resolve()).then(write)
      const settled = result.catch(() => {})
      lastOf.set(userId, settled)
      try {
        return await result
      } finally {
        waiting--
        if (lastOf.get(userId) === settled) lastOf.delete(userId)
      }
    },
  }
}
