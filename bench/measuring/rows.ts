import type { Row } from './report.ts'
import { medianOf, type Sample } from './sample.ts'
import { median, spread } from './statistics.ts'

const MAX_LOOP_DELAY_MILLISECONDS = 10

export type Targets = {
  /** Requests a second, at least this many times the baseline's. */
  throughput?: number
  /** 99th percentile of the latency, at most this many times the baseline's. */
  p99?: number
  /** CPU per request, at most this many times the baseline's. */
  cpu?: number
}

/** A row that compares the throughput, latency and cost of two variants. */
export function compareLoads({
  what,
  against,
  targets,
  ours,
  theirs,
}: {
  what: string
  against: string
  targets: Targets
  ours: readonly Sample[]
  theirs: readonly Sample[]
}): Row {
  const ratioOf = (figure: 'perSecond' | 'p99' | 'cpu') => medianOf(ours, figure) / medianOf(theirs, figure)
  const both = (figure: 'p50' | 'p99' | 'cpu', digits: number) =>
    `${medianOf(ours, figure).toFixed(digits)} / ${medianOf(theirs, figure).toFixed(digits)}`
  const perSecond = [ours, theirs].map((each) => Math.round(medianOf(each, 'perSecond'))).join(' / ')
  const spreads = [ours, theirs].map((each) => spread(each.map((one) => one.perSecond))).join(' / ')
  const loopDelay = Math.max(...ours.map((each) => each.loopDelay))
  const checks = [
    targets.throughput === undefined || ratioOf('perSecond') >= targets.throughput,
    targets.p99 === undefined || ratioOf('p99') <= targets.p99,
    targets.cpu === undefined || ratioOf('cpu') <= targets.cpu,
    Number.isNaN(loopDelay) || loopDelay <= MAX_LOOP_DELAY_MILLISECONDS,
  ]
  return {
    what,
    against,
    target: describeTargets(targets),
    measured: [
      `${ratioOf('perSecond').toFixed(2)} (${perSecond} a second, ±${spreads} %)`,
      ...(targets.p99 === undefined ? [] : [`p99 ${ratioOf('p99').toFixed(2)} ×`]),
      ...(targets.cpu === undefined ? [] : [`CPU ${ratioOf('cpu').toFixed(2)} ×`]),
    ].join('; '),
    p50: both('p50', 1),
    p99: both('p99', 1),
    cpu: both('cpu', 0),
    loopDelay: Number.isNaN(loopDelay) ? '' : loopDelay.toFixed(1),
    reached: checks.every(Boolean),
    otherCores: mostOtherCores([...ours, ...theirs]),
  }
}

/** A row that compares how long two things take, in milliseconds; the target is a largest ratio. */
export function compareTimes({
  what,
  against,
  atMost,
  ours,
  theirs,
}: {
  what: string
  against: string
  atMost: number
  ours: readonly number[]
  theirs: readonly number[]
}): Row {
  const ratio = median(ours) / median(theirs)
  return {
    what,
    against,
    target: `at most ${atMost} ×`,
    measured: `${ratio.toFixed(2)} (${median(ours).toFixed(1)} / ${median(theirs).toFixed(1)} ms, ±${spread(ours)} / ${spread(theirs)} %)`,
    reached: ratio <= atMost,
  }
}

/** A row for what could not be measured here. */
export function skippedRow(what: string, against: string, reason: string): Row {
  return { what, against, target: '–', measured: `not measured: ${reason}`, reached: undefined }
}

function describeTargets({ throughput, p99, cpu }: Targets): string {
  const parts = [
    throughput === undefined ? '' : `at least ${throughput}`,
    p99 === undefined ? '' : `p99 at most ${p99} ×`,
    cpu === undefined ? '' : `CPU at most ${cpu} ×`,
  ]
  return parts.filter(Boolean).join('; ') || 'for scale'
}

/** The most cores that other processes used during a round. */
export function mostOtherCores(samples: readonly Sample[]): number {
  return Math.max(...samples.map((each) => each.otherCores))
}
