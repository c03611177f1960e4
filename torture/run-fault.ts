import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { checkRecords } from './check-records.ts'
import type { Cluster } from './cluster.ts'
import type { Clients, Fault } from './faults/fault.ts'
import { GRACE_MILLISECONDS } from './history.ts'
import { type Load, startLoad } from './load.ts'
import { type Mirror, startMirror } from './mirror.ts'
import { findDifferences } from './mirror-oracle.ts'
import { createHold, startObservation } from './observation.ts'
import { findPending, recover } from './recovery.ts'

/** What a fault did to the service, from its clients, its mirrors and its table. */
export type Report = {
  fault: string
  requests: number
  /** Writes answered with 200. */
  writes: number
  /** By status; `none` where there was no answer. */
  answers: Record<string, number>
  /** Users whose record is not what the last answered write left. */
  lost: string[]
  /** Reads of a value that had been replaced, and users for whom a cache and the table differ at the end. */
  stale: string[]
  /** Users for whom a mirror and the table differ at the end. */
  mirrored: string[]
  /** Changes that the mirrors applied. */
  changes: number
  /** What still runs or hangs after the traffic has stopped. */
  pending: string[]
  /** Answers that the service does not promise. */
  wrong: string[]
  /** Without any good answer, in milliseconds. */
  longestSilence: number
  /** From the repair until every instance writes and is healthy, in milliseconds. */
  recovery: number
  isFelt: boolean
}

const WRITES_BEFORE = 50
const AFTER_MILLISECONDS = 500

/**
 * Strikes a cluster under load once, for at least `milliseconds`, and checks what every client saw and what the table and
 * each mirror hold. Ends the cluster's instances, and starts them where an earlier fault has.
 */
export async function runFault(
  fault: Fault,
  cluster: Cluster,
  { milliseconds }: { milliseconds: number },
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
  const records = fault.losesWrites ? { lost: [], stale: [] } : await checkRecords(cluster, load.history)
  return {
    fault: fault.name,
    ...records,
    ...summarise(load, mirrors),
    mirrored,
    pending: await findPending(instances),
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
  load: Load,
  mirrors: readonly Mirror[],
): Pick<Report, 'requests' | 'writes' | 'answers' | 'changes' | 'wrong'> {
  return {
    requests: [...load.answers.values()].reduce((sum, count) => sum + count, 0),
    writes: load.writesAnswered.length,
    answers: Object.fromEntries([...load.answers].map(([status, count]) => [String(status), count])),
    changes: mirrors.reduce((sum, { applied }) => sum + applied, 0),
    wrong: [...load.wrong, ...mirrors.flatMap(({ wrong }) => [...wrong])],
  }
}
