import { Unavailable } from '../errors.ts'

/** What `work` resolves to; throws `Unavailable` if it takes longer. The work itself continues. */
export async function withDeadline<T>(
  work: Promise<T>,
  { milliseconds, message }: { milliseconds: number; message: string },
): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Unavailable(message, { retryAfterSeconds: 1 })),
    milliseconds,
  )
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
