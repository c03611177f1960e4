import type { Operation } from './history.ts'
import { type Answer, isListed, type Kind, listedValues, shownValue } from './requests.ts'

/** Everything that the clients of a load observed. */
export type AnswerRecord = {
  readonly history: Operation[]
  /** The same for lists: what they showed of some users, and the writes that changed it. */
  readonly listed: Operation[]
  /** The number of responses by status. */
  readonly answers: Map<number | NoAnswer['status'], number>
  /** When a write was answered, by the instance's name. */
  readonly writesAnswered: { at: number; instance: string }[]
  /** The first requests that failed, and why. */
  readonly failures: string[]
  /** Unexpected responses, each once. */
  readonly wrong: Set<string>
  /** The longest time so far without any good response, in milliseconds. */
  longestSilence(): number
  /** Adds an operation and its response. */
  add(operation: Asked, answer: Answer | NoAnswer): void
}

/** `none`: a connection was refused or broke; `closed`: it had been kept, and was closed as the request was sent. */
export type NoAnswer = { status: 'none' | 'closed' }

/** An operation, or a request that is not part of the history. */
type Asked = Omit<Operation, 'kind'> & { kind: Kind }

// A list is checked for the users whom clients used last.
const USERS_PER_LIST = 30

// The service promises 3.5 s.
const MAX_DURATION_MILLISECONDS = 4_000
const MAX_FAILURES = 50

/**
 * `frozen` names an instance that cannot respond in time; a proxy may answer 502. `delaySince` is by how much a busy machine
 * has delayed a response to a request of that moment, in milliseconds.
 */
export function createAnswerRecord({
  frozen,
  isProxied,
  delaySince = () => 0,
}: {
  frozen: string | undefined
  isProxied: boolean
  delaySince?: (startedAt: number) => number
}): AnswerRecord {
  const history: Operation[] = []
  const lists = createListHistory()
  const answers: AnswerRecord['answers'] = new Map()
  const writesAnswered: AnswerRecord['writesAnswered'] = []
  const failures: string[] = []
  const wrong = new Set<string>()
  let lastGoodAt = performance.now()
  let silence = 0

  return {
    history,
    listed: lists.listed,
    answers,
    writesAnswered,
    failures,
    wrong,
    longestSilence: () => Math.max(silence, performance.now() - lastGoodAt),
    add: (operation, answer) => {
      const { kind, instance, endedAt } = operation
      const { status } = answer
      answers.set(status, (answers.get(status) ?? 0) + 1)
      if (isAnswer(answer) && !(isProxied && status === 502))
        for (const problem of judge(answer, operation, {
          allowed: instance === frozen ? Number.POSITIVE_INFINITY : MAX_DURATION_MILLISECONDS,
          delaySince,
        }))
          wrong.add(problem)
      const isGood = status === 200 || (status === 404 && mayBeMissing(kind))
      if (!isGood && failures.length < MAX_FAILURES) failures.push(describeFailure(operation, answer))
      if (isGood) {
        silence = Math.max(silence, endedAt - lastGoodAt)
        lastGoodAt = endedAt
      }
      lists.add(operation, isGood && isAnswer(answer) ? answer : undefined)
      if (kind === 'list') return
      if (kind === 'hide' || kind === 'show') return
      if (kind !== 'read') {
        history.push({ ...operation, kind, answered: isGood })
        if (isGood) writesAnswered.push({ at: endedAt, instance })
      } else if (isGood && isAnswer(answer)) {
        history.push({ ...operation, kind, value: shownValue(answer) })
      }
    },
  }
}

function createListHistory() {
  const listed: Operation[] = []
  const recentUsers = new Set<string>()
  return {
    listed,
    /** Without an answer, a write may have happened. */
    add: (operation: Asked, answer: Answer | undefined) => {
      const { kind, userId } = operation
      const answered = answer !== undefined
      if (kind === 'list') {
        if (answered) for (const read of readsOf(operation, answer, recentUsers)) listed.push(read)
        return
      }
      if (!isListed(userId)) return
      recentUsers.delete(userId)
      recentUsers.add(userId)
      const [oldest] = recentUsers
      if (recentUsers.size > USERS_PER_LIST && oldest !== undefined) recentUsers.delete(oldest)
      if (kind === 'set' || kind === 'delete') listed.push({ ...operation, kind, answered })
      if (kind === 'hide') listed.push({ ...operation, kind: 'delete', value: undefined, answered })
    },
  }
}

/** What a list showed of these users. */
function readsOf(operation: Asked, answer: Answer, users: ReadonlySet<string>): Operation[] {
  const values = listedValues(answer)
  return [...users].map((userId) => ({ ...operation, kind: 'read', userId, value: values.get(userId) }))
}

function isAnswer(answer: Answer | NoAnswer): answer is Answer {
  return 'body' in answer
}

function describeFailure({ kind, instance, startedAt, endedAt }: Asked, answer: Answer | NoAnswer): string {
  const body = isAnswer(answer) ? ` (${answer.body.slice(0, 200)})` : ''
  return `${answer.status}${body} to a ${kind} at ${instance} after ${Math.round(endedAt - startedAt)} ms`
}

function judge(
  { status, headers, body }: Answer,
  { kind, instance, startedAt, endedAt }: Asked,
  { allowed, delaySince }: { allowed: number; delaySince: (startedAt: number) => number },
): string[] {
  const seconds = Math.round((endedAt - startedAt) / 100) / 10
  const tooLong = endedAt - startedAt - allowed
  const isSlow = tooLong > 0 && tooLong > delaySince(startedAt)
  const isPromised = status === 200 || status === 503 || (status === 404 && mayBeMissing(kind))
  return [
    ...(isSlow ? [`an answer (${status}) to a ${kind} at ${instance} after ${seconds} s`] : []),
    ...(status === 503 && headers['retry-after'] === undefined ? ['503 without Retry-After'] : []),
    ...(isPromised ? [] : [`${status} to a ${kind}: ${body.slice(0, 200)}`]),
  ]
}

/** A delete of a missing record is answered with 200. */
function mayBeMissing(kind: Kind): boolean {
  return kind === 'read' || kind === 'hide' || kind === 'show'
}
