import { type Problem, problemSchema } from '@timezone-registry/contract'
import type { Texts } from '../texts/en.ts'

/** Why a request failed, in words for the person who made it, and which fields were wrong. */
export type Failure = {
  message: string
  code: Problem['code'] | 'no_answer'
  fields: Record<string, string>
  /** When it may be tried again, in milliseconds since 1970; undefined: whenever one likes. */
  retryAt: number | undefined
}

/** Takes what a hook calls `error`: an answer of the service, or an error where there was none. */
export function describeFailure(error: unknown, texts: Texts): Failure | undefined {
  if (error === null || error === undefined) return undefined
  const problem = toProblem(error)
  if (problem === undefined)
    return { message: texts.failure.noAnswer, code: 'no_answer', fields: {}, retryAt: undefined }
  const fields = Object.fromEntries((problem.errors ?? []).map(({ path, message }) => [path, message]))
  const retryAt =
    problem.code === 'rate_limited'
      ? (retryTimes.get(error as object) ?? startWaiting(error as object))
      : undefined
  return { message: problem.message, code: problem.code, fields, retryAt }
}

// An error is described at each rendering, and its time must not move on with them.
const retryTimes = new WeakMap<object, number>()

function startWaiting(error: object): number {
  const headers = 'headers' in error && error.headers instanceof Headers ? error.headers : undefined
  const retryAt = Date.now() + Number(headers?.get('retry-after') ?? 1) * 1000
  retryTimes.set(error, retryAt)
  return retryAt
}

function toProblem(error: unknown): Problem | undefined {
  if (typeof error !== 'object' || error === null || !('body' in error)) return undefined
  return problemSchema.safeParse(error.body).data
}
