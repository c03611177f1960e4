import { Agent } from 'node:http'
import { queryOnce } from './cluster.ts'
import { findViolations, GRACE_MILLISECONDS, type Operation, type Rules, type Violation } from './history.ts'
import type { Instance } from './instance.ts'
import { listedValues, readValue, send } from './requests.ts'

const TABLE = 'the table'
const CONNECTIONS = 8

/**
 * Finds what no order of the writes explains in clients' observations and in the final state of the table and
 * instances.
 */
export async function checkRecords(
  { instances, postgres }: { instances: readonly Instance[]; postgres: { url: string } },
  history: readonly Operation[],
  { graceMilliseconds = GRACE_MILLISECONDS }: Partial<Rules> = {},
): Promise<{ lost: string[]; stale: string[] }> {
  const rules = { graceMilliseconds }
  const inTable = await readTable(postgres.url, history)
  const atTheEnd = await readInstances(instances, history)
  const lost = findViolations([...history, ...inTable], rules).filter(({ read }) => read.instance === TABLE)
  const stale = findViolations([...history, ...atTheEnd], rules)
  const valuesInTable = new Map(inTable.map(({ userId, value }) => [userId, value]))
  const differing = atTheEnd.filter(({ userId, value }) => value !== valuesInTable.get(userId))
  const describeDifference = ({ instance, userId, value }: Operation) =>
    `${userId}: ${instance} shows ${value}, the table ${valuesInTable.get(userId)}`
  return {
    lost: lost.map(describeViolation),
    stale: [...stale.map(describeViolation), ...differing.map(describeDifference)],
  }
}

/**
 * Finds what no order of the writes explains in what lists showed, also at the end: a list shows every write that was answered
 * before, whichever instance answered it.
 */
export async function checkLists(
  instances: readonly Instance[],
  listed: readonly Operation[],
): Promise<string[]> {
  const lists = instances.map(async ({ name, address }) => {
    const answer = await send(address, undefined, { kind: 'list', userId: '', value: undefined })
    const values = listedValues(answer)
    return usersOf(listed).map((userId) => seenNow(name, userId, values.get(userId)))
  })
  const history = [...listed, ...(await Promise.all(lists)).flat()]
  return findViolations(history, { graceMilliseconds: 0 }).map(
    (violation) => `in a list, ${describeViolation(violation)}`,
  )
}

function describeViolation({ read, overwrittenBy }: Violation): string {
  const ago = Math.round(read.startedAt - overwrittenBy.endedAt)
  return overwrittenBy === read
    ? `${read.userId}: ${read.instance} shows ${read.value}, which nobody wrote`
    : `${read.userId}: ${read.instance} shows ${read.value}, ${ago} ms after a ${overwrittenBy.kind} of ${overwrittenBy.value} at ${overwrittenBy.instance}, in a read from ${clock(read.startedAt)} to ${clock(read.endedAt)}`
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
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const read = async (instance: Instance, userId: string) =>
    seenNow(instance.name, userId, await readValue(instance, userId, agent))
  const users = usersOf(history)
  const reads = await Promise.all(
    instances.flatMap((instance) => users.map((userId) => read(instance, userId))),
  )
  agent.destroy()
  return reads
}

function usersOf(history: readonly Operation[]): string[] {
  return [...new Set(history.map(({ userId }) => userId))]
}

function seenNow(instance: string, userId: string, value: string | undefined): Operation {
  const now = performance.now()
  return { kind: 'read', userId, instance, startedAt: now, endedAt: now, value, answered: true }
}

function clock(milliseconds: number): string {
  return new Date(performance.timeOrigin + milliseconds).toISOString()
}
