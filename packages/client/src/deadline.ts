import { RegistryError } from './registry-error.ts'

// A longer timer, such as one of `Infinity`, ends at once.
const MAX_TIMER_MS = 2 ** 31 - 1

/** Rejects after `ms` or with the reason of `signal`, at once, even if `work` ignores the signal it gets. */
export function withDeadline<Result>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const controller = new AbortController()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    const stop = (reason: unknown) => {
      end()
      reject(reason)
      controller.abort(reason)
    }
    const onAbort = () => stop(signal?.reason)
    const timeout = () => stop(new RegistryError('timeout', `No response within ${ms} ms`))
    const timer = setTimeout(timeout, Math.min(ms, MAX_TIMER_MS))
    signal?.addEventListener('abort', onAbort)
    work(controller.signal).then(resolve, reject).finally(end)
  })
}

/** Resolves after `ms`; rejects with the signal's reason if it is aborted first. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  const wait = (inner: AbortSignal) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      inner.addEventListener('abort', () => clearTimeout(timer))
    })
  return withDeadline(Infinity, signal, wait)
}

/** Aborts `controller` when `signal` is aborted, until the returned function is called. */
export function followSignal(signal: AbortSignal | undefined, controller: AbortController): () => void {
  const onAbort = () => controller.abort(signal?.reason)
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort)
  return () => signal?.removeEventListener('abort', onAbort)
}
