import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, type Instance, queryOnce } from './cluster.ts'
import type { Fault } from './faults.ts'
import { findViolations, type Operation, type Violation } from './history.ts'
import { type Load, readValue, startLoad } from './load.ts'

/** What a fault did to the service, as its clients and its table tell. */
export type Report = {
  fault: string
  requests: number
  /** Those that were answered with 200. */
  writes: number
  /** By status; `none` where there was no answer. */
  answers: Record<string, number>
  /** Users whose record is not what the last answered write left. */
  lost: string[]
  /** Reads of a value that had been replaced, and users about whom a cache and the table differ at the end. */
  stale: string[]
  /** Answers that the service does not promise. */
  wrong: string[]
  /** Without any good answer, in milliseconds. */
  longestSilence: number
  /** From when what was broken is there again until every process writes and is healthy, in milliseconds. */
  recovery: number
  isFelt: boolean
}

// How long the other processes may show a replaced value: what a process that was frozen, or whose Redis was, takes at
// most to notice that.
const GRACE_MILLISECONDS = 1_000
const BEFORE_AND_AFTER_MILLISECONDS = 500
const MAX_RECOVERY_MILLISECONDS = 15_000

/** Strikes a cluster under load once, and checks what every client saw and what is left in the table. */
export async function runFault(
  fault: Pick<Fault, 'name' | 'strike' | 'isFelt' | 'freezes'>,
  cluster: Cluster,
  { milliseconds }: { milliseconds: number },
): Promise<Report> {
  const { instances } = cluster
  const load = startLoad(instances, { frozen: fault.freezes })
  await sleep(BEFORE_AND_AFTER_MILLISECONDS)
  await fault.strike(cluster, milliseconds)
  const recovery = await recover(instances, load)
  await sleep(BEFORE_AND_AFTER_MILLISECONDS)
  const longestSilence = load.longestSilence()
  await load.stop()
  await sleep(GRACE_MILLISECONDS)

  const { history } = load
  const rules = { graceMilliseconds: GRACE_MILLISECONDS }
  const inTable = await readTable(cluster.postgres.url, history)
  const atTheEnd = await readInstances(instances, history)
  const lost = findViolations([...history, ...inTable], rules).filter(({ read }) => read.instance === TABLE)
  const stale = findViolations([...history, ...atTheEnd], rules)
  const tableOf = new Map(inTable.map(({ userId, value }) => [userId, value]))
  const differing = atTheEnd
    .filter(({ userId, value }) => value !== tableOf.get(userId))
    .map(
      ({ instance, userId, value }) =>
        `${userId}: ${instance} shows ${value}, the table ${tableOf.get(userId)}`,
    )
  return {
    fault: fault.name,
    requests: [...load.answers.values()].reduce((sum, count) => sum + count, 0),
    writes: load.writesAnswered.length,
    answers: Object.fromEntries([...load.answers].map(([status, count]) => [String(status), count])),
    lost: lost.map(describeViolation),
    stale: [...stale.map(describeViolation), ...differing],
    wrong: [...load.wrong],
    longestSilence: Math.round(longestSilence),
    recovery: Math.round(recovery),
    isFelt: fault.isFelt({ load, instances }),
  }
}

const TABLE = 'the table'

function describeViolation({ read, overwrittenBy }: Violation): string {
  const ago = Math.round(read.startedAt - overwrittenBy.endedAt)
  return overwrittenBy === read
    ? `${read.userId}: ${read.instance} shows ${read.value}, which nobody has written`
    : `${read.userId}: ${read.instance} shows ${read.value}, ${ago} ms after a ${overwrittenBy.kind} of ${overwrittenBy.value} at ${overwrittenBy.instance}`
}

async function recover(instances: readonly Instance[], load: Load): Promise<number> {
  const since = performance.now()
  for (const instance of instances) {
    const isBack = async () => {
      const writes = load.writesAnswered.some(({ at, instance: by }) => at > since && by === instance.name)
      return writes && (await isHealthy(instance))
    }
    while (!(await isBack())) {
      if (performance.now() - since > MAX_RECOVERY_MILLISECONDS) return Number.POSITIVE_INFINITY
      await sleep(10)
    }
  }
  return performance.now() - since
}

async function isHealthy({ address }: Instance): Promise<boolean> {
  const answer = await fetch(`${address}/v1/health`).catch(() => undefined)
  return answer?.ok === true && ((await answer.json()) as { status: string }).status === 'healthy'
}

async function readTable(url: string, history: readonly Operation[]): Promise<Operation[]> {
  const { rows } = await queryOnce(url, 'select user_id, username from timezones')
  const values = new Map(rows.map(({ user_id, username }) => [user_id as string, username as string]))
  return usersOf(history).map((userId) => seenNow(TABLE, userId, values.get(userId)))
}

async function readInstances(
  instances: readonly Instance[],
  history: readonly Operation[],
): Promise<Operation[]> {
  const reads: Operation[] = []
  for (const instance of instances)
    for (const userId of usersOf(history))
      reads.push(seenNow(instance.name, userId, await readValue(instance, userId)))
  return reads
}

function usersOf(history: readonly Operation[]): string[] {
  return [...new Set(history.map(({ userId }) => userId))]
}

function seenNow(instance: string, userId: string, value: string | undefined): Operation {
  const now = performance.now()
  return { kind: 'read', userId, instance, startedAt: now, endedAt: now, value, answered: true }
}
