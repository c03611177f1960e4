import type { Fault } from './fault.ts'
import { fullDisk } from './full-disk.ts'
import { jumpingClock } from './jumping-clock.ts'
import { restoreFromDump } from './restore.ts'

/** A fault that cannot be injected on every machine. */
export type SpecialFault =
  | { name: string; missing: string }
  | { name: string; prepare(): { fault: Fault } & Disposable }

/** A full disk, clock jumps and restores, each with what this machine lacks for it. */
export function specialFaults(): SpecialFault[] {
  return [fullDisk(), jumpingClock(), restoreFromDump({ isOlder: false }), restoreFromDump({ isOlder: true })]
}
