import { readFileSync } from 'node:fs'

const EVERY_MILLISECONDS = 100
// Longer than any request is waited for.
const KEPT_SAMPLES = 200
const NANOSECONDS = 1e6

/**
 * How long this process and those of the service have waited for a processor since a moment, in milliseconds: what other
 * programs on a busy machine have added to a response. Zero where the system does not tell.
 */
export function watchProcessorWaits(instances: readonly { process?: { pid: number } }[]): {
  since(at: number): number
  stop(): void
} {
  const last = new Map<number, number>()
  const samples = [{ at: performance.now(), total: 0 }]
  const sample = () => {
    let total = samples.at(-1)?.total ?? 0
    for (const { pid } of [process, ...instances.flatMap((instance) => instance.process ?? [])]) {
      const waited = readWait(pid)
      total += Math.max(0, waited - (last.get(pid) ?? waited))
      last.set(pid, waited)
    }
    samples.push({ at: performance.now(), total })
    if (samples.length > KEPT_SAMPLES) samples.shift()
    return total
  }
  sample()
  const timer = setInterval(sample, EVERY_MILLISECONDS)
  return {
    since: (at) => sample() - (samples.findLast((earlier) => earlier.at <= at)?.total ?? 0),
    stop: () => clearInterval(timer),
  }
}

/** How long a process's main thread has waited so far, in milliseconds. */
function readWait(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / NANOSECONDS
  } catch {
    return 0
  }
}
