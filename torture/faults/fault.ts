import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster, ClusterOptions } from '../cluster.ts'
import type { HealthSample } from '../health-watch.ts'
import type { Load } from '../load.ts'
import type { Mirror } from '../mirror.ts'

/** Something that breaks under load and is repaired. */
export type Fault = {
  name: string
  /**
   * Breaks it for `milliseconds` and repairs it; resolves when what was broken works again. Rejects when there was nothing
   * to break, such as no connection to cut.
   */
  strike(cluster: Cluster, milliseconds: number, clients: Clients): Promise<void>
  /** Whether the service felt it: a fault that changed nothing proves nothing. */
  isFelt(run: FaultRun): boolean
  /** Name of the instance that it freezes and that therefore cannot answer in time. */
  freezes?: string
  /** The fault takes answered writes back, so only the mirrors are checked. */
  losesWrites?: boolean
  /** What it needs of the servers; a cluster of its own is opened for it. */
  options?: ClusterOptions
}

/** What uses the service meanwhile. */
export type Clients = { load: Load; mirrors: readonly Mirror[] }

/** What was observed from the strike until the recovery. */
export type FaultRun = {
  load: Load
  cluster: Cluster
  health: readonly HealthSample[]
  /** Connections that the service opened to each server meanwhile. */
  reconnections: { postgres: number; redis: number }
}

const WARNING = 40

/** A request was refused with 503. */
export function refusedSome({ load }: FaultRun): boolean {
  return (load.answers.get(503) ?? 0) > 0
}

/** A request was refused a connection, or lost it. */
export function lostConnections({ load }: FaultRun): boolean {
  return (load.answers.get('none') ?? 0) > 0
}

/** A request took longer than this. */
export function slowedSome(milliseconds: number): Fault['isFelt'] {
  return ({ load }) => load.history.some(({ startedAt, endedAt }) => endedAt - startedAt > milliseconds)
}

/** An instance reported Redis as down, or logged a warning about it. */
export function missedRedis({ health, cluster }: FaultRun): boolean {
  return (
    health.some(({ redis }) => redis === false) ||
    cluster.instances.some(({ process }) =>
      process.log.some(({ level, msg }) => Number(level) >= WARNING && String(msg).includes('Redis')),
    )
  )
}

/** The service opened new connections to the server. */
export function reconnected(server: 'postgres' | 'redis'): Fault['isFelt'] {
  return ({ reconnections }) => reconnections[server] > 0
}

/** Begins something, and ends it after a while. */
export async function during(
  milliseconds: number,
  { begin, end }: { begin: () => void; end: () => void },
): Promise<void> {
  begin()
  await sleep(milliseconds)
  end()
}

/** Does something again and again; rejects when it broke nothing at all. */
export async function repeatedly(milliseconds: number, action: () => Promise<number>): Promise<void> {
  const until = performance.now() + milliseconds
  let broken = 0
  while (performance.now() < until) {
    broken += await action()
    await sleep(150)
  }
  if (broken === 0) throw new Error('There was nothing to break')
}
