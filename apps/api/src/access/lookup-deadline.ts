import { Unavailable } from '../errors.ts'

/**
 * Resolves as the lookup of a session or a key does; rejects with `Unavailable` if that takes longer than
 * `milliseconds`. The lookup itself continues.
 */
export async function withLookupDeadline<T>(
  lookup: Promise<T>,
  { milliseconds, message }: { milliseconds: number; message: string },
): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Unavailable(message, { retryAfterSeconds: 1 })),
    milliseconds,
  )
  try {
    return await Promise.race([lookup, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
