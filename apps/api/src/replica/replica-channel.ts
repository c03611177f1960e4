import { LRUCache } from 'lru-cache'
import type { DropChannel, DropListener } from '../broadcast/channel.ts'

/** A channel that also drops what the replica has replayed. */
export type ReplicaChannel = DropChannel & {
  /** A user's record was changed on this or another instance so recently that the replica may not have the change. */
  isRecent(userId: string): boolean
  /** The replica has replayed changes of these users. */
  drop(userIds: readonly string[]): void
  /** Reads begin or cease to come from the replica. */
  setUsed(isUsed: boolean): void
}

// Beyond it, the oldest are forgotten, and then the replica's own changes are all that evicts them.
const MAX_RECENT = 100_000

/**
 * While the replica is used, a key is dropped twice: with the message from the instance that changed it, and when the
 * change has been replayed, which is what counts: a value read from the replica before then may be older. Messages only
 * make it sooner, so it does not matter if they stop. Otherwise this is the given channel.
 */
export function createReplicaChannel({
  messages,
  recentMilliseconds,
  onMessage,
}: {
  messages: DropChannel
  /** Longer than a replica that is used may be behind. */
  recentMilliseconds: number
  onMessage: () => void
}): ReplicaChannel {
  const recent = new LRUCache<string, true>({ max: MAX_RECENT, ttl: recentMilliseconds })
  const inner = new Map<DropListener, DropListener>()
  let isUsed = false
  let areMessagesLive = false
  const note = (userId: string) => {
    recent.set(userId, true)
    onMessage()
  }
  messages.listen({
    onDrop: note,
    onLive: (isLive) => {
      areMessagesLive = isLive
    },
  })

  return {
    isRecent: (userId) => recent.has(userId),
    drop: (userIds) => {
      for (const listener of inner.keys()) for (const userId of userIds) listener.onDrop(userId)
    },
    setUsed: (used) => {
      isUsed = used
      for (const listener of inner.keys()) listener.onLive(used || areMessagesLive)
    },
    publish: (userId, from) => {
      note(userId)
      const sender = inner.get(from)
      if (sender !== undefined) messages.publish(userId, sender)
    },
    listen: (listener) => {
      const wrapped: DropListener = {
        onDrop: listener.onDrop,
        onLive: (isLive) => listener.onLive(isUsed || isLive),
      }
      inner.set(listener, wrapped)
      messages.listen(wrapped)
    },
    [Symbol.asyncDispose]: async () => inner.clear(),
  }
}
