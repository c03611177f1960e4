import type { Operation } from './history.ts'
import { type Answer, type Kind, shownValue } from './requests.ts'

/** Everything that the clients of a load observed. */
export type AnswerRecord = {
  readonly history: Operation[]
  /** The number of responses by status; `none` if a connection was refused or broke. */
  readonly answers: Map<number | 'none', number>
  /** When a write was answered, by the instance's name. */
  readonly writesAnswered: { at: number; instance: string }[]
  /** Unexpected responses, each once. */
  readonly wrong: Set<string>
  /** The longest time so far without any good response, in milliseconds. */
  longestSilence(): number
  /** Adds an operation and its response; undefined if there was none. */
  add(operation: Asked, answer: Answer | undefined): void
}

/** An operation, or a request that is not part of the history. */
type Asked = Omit<Operation, 'kind'> & { kind: Kind }

// The service promises 3.5 s, but a test machine is busy.
const MAX_DURATION_MILLISECONDS = 4_000

/** `frozen` names an instance that cannot respond in time. */
export function createAnswerRecord({ frozen }: { frozen: string | undefined }): AnswerRecord {
  const history: Operation[] = []
  const answers: AnswerRecord['answers'] = new Map()
  const writesAnswered: AnswerRecord['writesAnswered'] = []
  const wrong = new Set<string>()
  let lastGoodAt = performance.now()
  let silence = 0

  return {
    history,
    answers,
    writesAnswered,
    wrong,
    longestSilence: () => Math.max(silence, performance.now() - lastGoodAt),
    add: (operation, answer) => {
      const { kind, instance, endedAt } = operation
      const status = answer?.status ?? 'none'
      answers.set(status, (answers.get(status) ?? 0) + 1)
      if (answer !== undefined)
        for (const problem of judge(answer, operation, instance === frozen)) wrong.add(problem)
      const isGood = status === 200 || (status === 404 && mayBeMissing(kind))
      if (isGood) {
        silence = Math.max(silence, endedAt - lastGoodAt)
        lastGoodAt = endedAt
      }
      if (kind === 'hide' || kind === 'show') return
      if (kind !== 'read') {
        history.push({ ...operation, kind, answered: isGood })
        if (isGood) writesAnswered.push({ at: endedAt, instance })
      } else if (isGood && answer !== undefined) {
        history.push({ ...operation, kind, value: shownValue(answer) })
      }
    },
  }
}

function judge({ status, headers, body }: Answer, operation: Asked, isFrozen: boolean): string[] {
  const { kind, startedAt, endedAt } = operation
  const seconds = Math.round((endedAt - startedAt) / 100) / 10
  const isSlow = endedAt - startedAt > MAX_DURATION_MILLISECONDS && !isFrozen
  const isPromised = status === 200 || status === 503 || (status === 404 && mayBeMissing(kind))
  return [
    ...(isSlow ? [`an answer (${status}) after ${seconds} s`] : []),
    ...(status === 503 && headers['retry-after'] === undefined ? ['503 without Retry-After'] : []),
    ...(isPromised ? [] : [`${status} to a ${kind}: ${body.slice(0, 200)}`]),
  ]
}

/** A delete of a missing record is answered with 200. */
function mayBeMissing(kind: Kind): boolean {
  return kind !== 'set' && kind !== 'delete'
}
