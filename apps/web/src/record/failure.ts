import { type Problem, problemSchema } from '@timezone-registry/contract'

/** Why a request failed, in words for the person who made it, and which fields were wrong. */
export type Failure = { message: string; fields: Record<string, string> }

/** Takes what a hook calls `error`: an answer of the service, or an error where there was none. */
export function describeFailure(error: unknown): Failure | undefined {
  if (error === null || error === undefined) return undefined
  const problem = toProblem(error)
  if (problem === undefined)
    return {
      message: 'The service did not answer. Check your connection and try again; nothing you typed is lost.',
      fields: {},
    }
  const fields = Object.fromEntries((problem.errors ?? []).map(({ path, message }) => [path, message]))
  return { message: problem.message, fields }
}

function toProblem(error: unknown): Problem | undefined {
  if (typeof error !== 'object' || error === null || !('body' in error)) return undefined
  return problemSchema.safeParse(error.body).data
}
