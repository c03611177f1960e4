import type { Fault } from './fault.ts'
import { fullDisk } from './full-disk.ts'
import { jumpingClock } from './jumping-clock.ts'
import { restoreFromDump } from './restore.ts'

/** A fault that some machines cannot make. */
export type SpecialFault =
  | { name: string; missing: string }
  | { name: string; prepare(): { fault: Fault } & Disposable }

/** A full disk, clocks that jump, and restores, each with what this machine lacks for it. */
export function specialFaults(): SpecialFault[] {
  return [fullDisk(), jumpingClock(), restoreFromDump({ isOlder: false }), restoreFromDump({ isOlder: true })]
}
