import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { queryOnce } from './cluster.ts'
import {
  findViolations,
  GRACE_MILLISECONDS,
  type Operation,
  OUTAGE_GRACE_MILLISECONDS,
  type Rules,
  type Violation,
  wasDelayed,
} from './history.ts'
import type { Instance } from './instance.ts'
import { CATCH_UP_MILLISECONDS } from './mirror-oracle.ts'
import { listedValues, readValue } from './requests.ts'

const TABLE = 'the table'
const CONNECTIONS = 8
const LIST_AGE_MILLISECONDS = 60_000

type Change = { type: 'set' | 'delete'; user_id: string; username?: string }

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
 * Finds what no order of the writes explains in what lists showed: within a minute, a list shows every write that was
 * answered, whichever instance answered it. At the end, with the changes after its cursor, it shows all of them.
 */
export async function checkLists(
  instances: readonly Instance[],
  listed: readonly Operation[],
  catchUpMilliseconds = CATCH_UP_MILLISECONDS,
): Promise<string[]> {
  const writes = listed.filter(({ kind }) => kind !== 'read')
  const findMissing = async () => {
    const lists = instances.map(async ({ name, address }) => {
      const values = await readCurrentList(address)
      return usersOf(listed).map((userId) => seenNow(name, userId, values.get(userId)))
    })
    return findViolations([...writes, ...(await Promise.all(lists)).flat()], { graceMilliseconds: 0 })
  }
  // A write that its client has abandoned holds later changes back until it ends.
  const deadline = performance.now() + catchUpMilliseconds
  let missing = await findMissing()
  while (missing.length > 0 && performance.now() < deadline) {
    await sleep(50)
    missing = await findMissing()
  }
  // The instance that answered a write may send an older list as well.
  const aged = listed.map((each) =>
    each.kind === 'read' ? { ...each, instance: `a list of ${each.instance}` } : each,
  )
  return [...findViolations(aged, { graceMilliseconds: LIST_AGE_MILLISECONDS }), ...missing].map(
    (violation) => `in a list, ${describeViolation(violation)}`,
  )
}

/** The user names in a list to which the changes after its cursor were applied. */
async function readCurrentList(address: string): Promise<Map<string, string>> {
  const response = await fetch(`${address}/v1/list`)
  const values = new Map(listedValues({ body: await response.text() }))
  let page = { changes: [] as Change[], cursor: response.headers.get('changes-cursor') ?? '', more: true }
  while (page.more) {
    const changes = await fetch(`${address}/v1/changes?since=${page.cursor}`)
    // Where the server has lost writes, a list may have a cursor that is no longer known: the next one has another.
    if (!changes.ok) return new Map()
    page = (await changes.json()) as typeof page
    for (const { type, user_id, username = '' } of page.changes)
      if (type === 'set') values.set(user_id, username)
      else values.delete(user_id)
  }
  return values
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
  const deadline = performance.now() + OUTAGE_GRACE_MILLISECONDS
  const read = async (instance: Instance, userId: string): Promise<Operation> => {
    const startedAt = performance.now()
    const seen = { ...seenNow(instance.name, userId, await readValue(instance, userId, agent)), startedAt }
    return wasDelayed(seen) && startedAt < deadline ? read(instance, userId) : seen
  }
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
