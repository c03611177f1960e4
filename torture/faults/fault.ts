import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster, ClusterOptions } from '../cluster.ts'
import type { Load } from '../load.ts'
import type { Mirror } from '../mirror.ts'
import type { Hold, Observation } from '../observation.ts'

/** Something that breaks under load and is repaired. */
export type Fault = {
  name: string
  /**
   * Breaks something, waits for `hold`, and repairs it; resolves when it works again. Rejects if there was nothing to
   * break, such as a connection to cut.
   */
  strike(cluster: Cluster, hold: Hold, clients: Clients): Promise<void>
  /** Whether the fault affected the service: one that changed nothing proves nothing. */
  isFelt(observed: Observation): boolean
  /** The name of the instance that it freezes, which cannot respond in time. */
  freezes?: string
  /** It ends processes of the service, and with them connections; otherwise, every request has a response. */
  endsProcesses?: boolean
  /** The fault loses confirmed writes, so only the mirrors are checked. */
  losesWrites?: boolean
  /** How long an instance may show what another has replaced, in milliseconds; 1 s by default. */
  graceMilliseconds?: number
  /** How long mirrors may take to catch up once writes have stopped, in milliseconds; 10 s by default. */
  catchUp?: number
  /** The servers it needs; it gets its own cluster. */
  options?: ClusterOptions
}

/** What uses the service during the fault. */
export type Clients = { load: Load; mirrors: readonly Mirror[] }

/** A request was refused with 503. */
export function refusedSome({ answers }: Observation): boolean {
  return answers(503) > 0
}

/** A request's connection was refused or lost. */
export function lostConnections({ answers }: Observation): boolean {
  return answers('none') > 0
}

/** A request took longer than this. */
export function slowedSome(milliseconds: number): Fault['isFelt'] {
  return ({ slowest }) => slowest() > milliseconds
}

/** An instance reported Redis as down, or logged a warning about it. */
export function missedRedis({ hasMissedRedis }: Observation): boolean {
  return hasMissedRedis()
}

/** The service opened new connections to the server. */
export function reconnected(server: 'postgres' | 'redis'): Fault['isFelt'] {
  return ({ reconnections }) => reconnections(server) > 0
}

/** Starts something, and ends it after a while. */
export async function during(
  hold: Hold,
  { begin, end }: { begin: () => void; end: () => void },
): Promise<void> {
  begin()
  await hold()
  end()
}

/** Repeats something for a while; rejects if it never broke anything. */
export async function repeatedly(hold: Hold, action: () => Promise<number>): Promise<void> {
  let isOver = false
  const holding = hold().finally(() => {
    isOver = true
  })
  let broken = 0
  while (!isOver) {
    broken += await action()
    await sleep(150)
  }
  await holding
  if (broken === 0) throw new Error('There was nothing to break')
}

/** Waits until this many more writes have been confirmed. */
export async function holdForWrites(hold: Hold, { writesAnswered }: Load, count: number): Promise<void> {
  const before = writesAnswered.length
  if (!(await hold(() => writesAnswered.length >= before + count)))
    throw new Error(`Fewer than ${count} writes were answered`)
}
