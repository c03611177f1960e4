import { TimeoutStrategy, timeout } from 'cockatiel'

/** Resolves to whether a dependency answers, within a second. */
export type Probe = () => Promise<boolean>

/** How long an answer counts. */
export const REUSE_MILLISECONDS = 500
const TIMEOUT_MILLISECONDS = 1000
// Aggressive: stops waiting even for a ping that ignores the signal.
const deadline = timeout(TIMEOUT_MILLISECONDS, TimeoutStrategy.Aggressive)

/**
 * Runs one ping at a time; all callers within 500 ms of its result share it. `onDown` is called with the reason when the
 * dependency stops answering, `onUp` when it answers again.
 */
export function createProbe(
  ping: () => Promise<void>,
  { onDown, onUp }: { onDown?: (reason: unknown) => void; onUp?: () => void } = {},
): Probe {
  let isUp = true
  let answer: Promise<boolean> | undefined

  async function ask(): Promise<boolean> {
    const wasUp = isUp
    try {
      await deadline.execute(ping)
      isUp = true
      if (!wasUp) onUp?.()
    } catch (reason) {
      isUp = false
      if (wasUp) onDown?.(reason)
    }
    return isUp
  }

  return () => {
    answer ??= ask().finally(() => {
      setTimeout(() => {
        answer = undefined
      }, REUSE_MILLISECONDS).unref()
    })
    return answer
  }
}
