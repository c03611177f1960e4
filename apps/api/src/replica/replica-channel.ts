import { LRUCache } from 'lru-cache'
import type { DropChannel, DropListener } from '../broadcast/channel.ts'

/** A channel that also drops the keys whose changes the replica has replayed. */
export type ReplicaChannel = DropChannel & {
  /** A user's record was changed on this or another instance so recently that the replica may not have the change. */
  isRecent(userId: string): boolean
  /** The replica has replayed changes to these users' records. */
  drop(userIds: readonly string[]): void
  /** Reads start or stop using the replica. */
  setUsed(isUsed: boolean): void
}

// Beyond this, the oldest are forgotten; only the change that the replica replays then evicts them.
const MAX_RECENT = 100_000

/**
 * While the replica is used, a key is dropped twice: when the instance that changed it sends a message, and when the
 * replica has replayed the change. The second drop is the one that matters, because a value read from the replica before
 * then may be old; messages only make changes visible sooner. While the replica is not used, this is the given channel.
 */
export function createReplicaChannel({
  messages,
  recentMilliseconds,
  onMessage,
}: {
  messages: DropChannel
  /** Must exceed the largest lag at which the replica is used. */
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
