// Processor time, from /proc: measured on Linux only, NaN elsewhere.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { settings } from '../settings.ts'

const TICKS_PER_SECOND = 100
const QUIET_SAMPLE_MILLISECONDS = 250
// What other processes may use.
const QUIET_CORES = 0.1

/** Processor time in seconds of these processes, their descendants and their ended children. */
export function processorSeconds(pids: readonly number[]): number {
  const all = allProcesses()
  return all.length === 0 ? Number.NaN : ticksOf(pids, all) / TICKS_PER_SECOND
}

/** Starts measuring; the returned function gives the cores that processes outside the benchmark have used since. */
export function watchOthers(): () => number {
  const since = performance.now()
  const before = othersSeconds()
  return () => (othersSeconds() - before) / ((performance.now() - since) / 1000)
}

/** Waits until other processes use little processor time, at most as long as configured. */
export async function waitForQuiet(): Promise<void> {
  const deadline = performance.now() + settings.quietSeconds * 1000
  while (performance.now() < deadline) {
    const others = watchOthers()
    await sleep(QUIET_SAMPLE_MILLISECONDS)
    if (!(others() > QUIET_CORES)) return
  }
}

/** The parent of a process. */
export function parentOf(pid: number): number {
  return allProcesses().find((each) => each.pid === pid)?.parent ?? Number.NaN
}

/**
 * Includes time that the hypervisor gave to other machines. Added up from the processes: the sum in /proc/stat is sampled,
 * and misses up to a third of a core that wakes often and briefly.
 */
function othersSeconds(): number {
  try {
    const all = allProcesses()
    const own = ticksOf([process.pid], all)
    const [, , , , , , , , stolen = 0] = readFileSync('/proc/stat', 'utf8').split(/\s+/).map(Number)
    return (all.reduce((total, { ticks }) => total + ticks, 0) - own + stolen) / TICKS_PER_SECOND
  } catch {
    return Number.NaN
  }
}

type ProcessTime = { pid: number; parent: number; ticks: number }

function ticksOf(pids: readonly number[], all: readonly ProcessTime[]): number {
  const children = Map.groupBy(all, ({ parent }) => parent)
  const byPid = new Map(all.map((each) => [each.pid, each]))
  const sum = (pid: number): number =>
    (byPid.get(pid)?.ticks ?? 0) +
    (children.get(pid) ?? []).reduce((total, child) => total + sum(child.pid), 0)
  return pids.reduce((total, pid) => total + sum(pid), 0)
}

function allProcesses(): ProcessTime[] {
  return folders().flatMap((folder) => {
    try {
      const stat = readFileSync(`/proc/${folder}/stat`, 'utf8')
      // The name before it is in parentheses and may contain spaces.
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
      const ticks = user + system + endedUser + endedSystem
      return [{ pid: Number(folder), parent: fields[1] ?? 0, ticks }]
    } catch {
      return []
    }
  })
}

function folders(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}
