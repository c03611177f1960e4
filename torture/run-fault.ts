import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { checkLists, checkRecords } from './check-records.ts'
import type { Cluster } from './cluster.ts'
import type { Clients, Fault } from './faults/fault.ts'
import { GRACE_MILLISECONDS } from './history.ts'
import { type Load, startLoad } from './load.ts'
import { startMirror } from './mirror.ts'
import { findDifferences } from './mirror-oracle.ts'
import { createHold, startObservation } from './observation.ts'
import { findPending, recover } from './recovery.ts'

/** The effect of a fault, as seen by the clients, the mirrors and the table. */
export type Report = {
  fault: string
  requests: number
  /** Writes answered with 200. */
  writes: number
  /** The number of responses by status; `none` if there was no response. */
  answers: Record<string, number>
  /** Users whose record is not that of the last confirmed write. */
  lost: string[]
  /** Reads and lists of replaced values, and users for whom a cache and the table differ at the end. */
  stale: string[]
  /** How often a list was checked for a user. */
  lists: number
  /** Users for whom a mirror and the table differ at the end. */
  mirrored: string[]
  /** The number of changes that the mirrors applied. */
  changes: number
  /** Work that still runs or hangs after the traffic has stopped. */
  pending: string[]
  /** Unexpected responses. */
  wrong: string[]
  /** The longest time without any good response, in milliseconds. */
  longestSilence: number
  /** The time from the repair until every instance accepts writes and is healthy, in milliseconds. */
  recovery: number
  isFelt: boolean
}

const WRITES_BEFORE = 50
const AFTER_MILLISECONDS = 500

/**
 * Injects a fault once into a cluster under load, for at least `milliseconds`, and checks every client's observations,
 * the table and each mirror. Restarts the cluster's instances if an earlier fault has stopped them, and stops them at the
 * end if not `areKept`, which shows whether work is pending.
 */
export async function runFault(
  fault: Fault,
  cluster: Cluster,
  { milliseconds, areKept = false }: { milliseconds: number; areKept?: boolean },
): Promise<Report> {
  const { instances } = cluster
  await Promise.all(instances.map((instance) => instance.start()))
  const mirrors = [startMirror(instances, 'changes'), startMirror(instances, 'events')]
  const load = startLoad(instances, { frozen: fault.freezes })
  await waitUntil(
    () => load.writesAnswered.length >= WRITES_BEFORE && mirrors.every(({ applied }) => applied > 0),
    'the clients and the mirrors to work',
  )
  const { isFelt, recovery } = await strike(fault, cluster, milliseconds, { load, mirrors })
  await sleep(AFTER_MILLISECONDS)
  const longestSilence = load.longestSilence()
  await load.stop()
  const [mirrored] = await Promise.all([
    findDifferences(mirrors, cluster.postgres.url, fault.catchUp),
    sleep(GRACE_MILLISECONDS),
  ])
  await Promise.all(mirrors.map((mirror) => mirror.stop()))
  const { lost, stale } = fault.losesWrites
    ? { lost: [], stale: [] }
    : await checkRecords(cluster, load.history, fault)
  const listed = fault.losesWrites ? [] : await checkLists(instances, load.listed)
  return {
    fault: fault.name,
    lost,
    stale: [...stale, ...listed],
    lists: load.listed.filter(({ kind }) => kind === 'read').length,
    ...summarise(fault, { load, mirrors }),
    mirrored,
    pending: areKept ? [] : await findPending(instances),
    longestSilence: Math.round(longestSilence),
    recovery: Math.round(recovery),
    isFelt,
  }
}

async function strike(
  fault: Fault,
  cluster: Cluster,
  milliseconds: number,
  clients: Clients,
): Promise<{ isFelt: boolean; recovery: number }> {
  const observation = startObservation(cluster, clients.load)
  const isFelt = () => fault.isFelt(observation)
  await fault.strike(cluster, createHold(milliseconds, isFelt), clients)
  const recovery = await recover(cluster.instances, clients.load)
  await observation.stop()
  return { isFelt: isFelt(), recovery }
}

function summarise(
  { freezes, endsProcesses }: Fault,
  { load, mirrors }: Clients,
): Pick<Report, 'requests' | 'writes' | 'answers' | 'changes' | 'wrong'> {
  return {
    requests: [...load.answers.values()].reduce((sum, count) => sum + count, 0),
    writes: load.writesAnswered.length,
    answers: Object.fromEntries([...load.answers].map(([status, count]) => [String(status), count])),
    changes: mirrors.reduce((sum, { applied }) => sum + applied, 0),
    wrong: [
      ...load.wrong,
      ...mirrors.flatMap(({ wrong }) => [...wrong]),
      ...(freezes !== undefined || endsProcesses === true ? [] : unanswered(load)),
    ],
  }
}

function unanswered({ answers }: Load): string[] {
  const count = (answers.get('none') ?? 0) + (answers.get('closed') ?? 0)
  return count === 0 ? [] : [`${count} requests without a response`]
}
