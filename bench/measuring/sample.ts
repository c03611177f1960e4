import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchedProcess } from '../servers/process.ts'
import { settings } from '../settings.ts'
import type { LoadResult } from './load.ts'
import { processorSeconds, waitForQuiet, watchOthers } from './processor.ts'
import { median } from './statistics.ts'

/** One measurement of one variant. What the platform cannot measure is NaN. */
export type Sample = LoadResult & {
  /** Microseconds of processor for each request, summed over the processes that serve it. */
  cpu: number
  /** Cores that the load generator took. */
  generatorCores: number
  /** Cores that processes outside the benchmark used in the meantime. */
  otherCores: number
  /** 99th percentile of the event loop's delay in milliseconds, where the process reports it. */
  loopDelay: number
}

export type Variant = {
  /** Loads the service for about `settings.seconds`. */
  run(): Promise<LoadResult>
  /** Processes whose CPU time counts, with their descendants. */
  pids: readonly number[]
  /** The process whose event-loop delay is read. */
  process?: BenchedProcess
}

/** Measures one variant once, after waiting for a quiet machine. */
async function sample({ run, pids, process: benched }: Variant): Promise<Sample> {
  await waitForQuiet()
  const others = watchOthers()
  const before = processorSeconds(pids)
  const benchBefore = processorSeconds([process.pid])
  const since = performance.now()
  await benched?.loopDelay?.()
  const result = await run()
  const loopDelay = (await benched?.loopDelay?.()) ?? Number.NaN
  const cpuSeconds = processorSeconds(pids) - before
  const seconds = (performance.now() - since) / 1000
  const generatorSeconds = processorSeconds([process.pid]) - benchBefore - cpuSeconds
  return {
    ...result,
    cpu: (cpuSeconds / result.requests) * 1_000_000,
    generatorCores: generatorSeconds / seconds,
    otherCores: others(),
    loopDelay,
  }
}

/** Measures the variants in turn, starting with a different one each round, after a warm-up round. */
export async function interleave<Name extends string>(
  variants: Record<Name, Variant>,
): Promise<Record<Name, Sample[]>> {
  const samples = await inTurn(
    Object.fromEntries(
      Object.entries<Variant>(variants).map(([name, variant]) => [name, () => sample(variant)]),
    ),
  )
  return samples as Record<Name, Sample[]>
}

/** Runs each function in turn, starting with a different one each round. The results of a warm-up round are dropped. */
export async function inTurn<Name extends string, Result>(
  works: Record<Name, () => Promise<Result>>,
): Promise<Record<Name, Result[]>> {
  const entries = Object.entries(works) as [Name, () => Promise<Result>][]
  const results = Object.fromEntries(entries.map(([name]) => [name, []])) as unknown as Record<Name, Result[]>
  for (let round = -1; round < settings.rounds; round++)
    for (let turn = 0; turn < entries.length; turn++) {
      const [name, work] = entries[(turn + round + entries.length) % entries.length] as (typeof entries)[0]
      const result = await work()
      if (round >= 0) results[name].push(result)
      // Pending work of one variant, such as writing back pages, is not charged to the next.
      await sleep(100)
    }
  return results
}

/** The median of one figure over the rounds. */
export function medianOf(samples: readonly Sample[], figure: keyof Sample): number {
  return median(samples.map((each) => each[figure]))
}
