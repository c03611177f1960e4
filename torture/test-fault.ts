import { redisMissing } from '@timezone-registry/test-servers/redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, openCluster } from './cluster.ts'
import type { Fault } from './faults/fault.ts'
import { type Report, runFault } from './run-fault.ts'

/** The minimum duration of a fault in a test; `npm run torture` uses more than the database timeout of 3 s. */
export const TEST_MILLISECONDS = 1000

/** Why no cluster can be opened here; undefined if one can. */
export const clusterMissing = redisMissing({ toBreak: true })

/** Declares a test for each fault, all on one cluster. */
export function testFaults(faults: readonly Fault[]): void {
  describe.skipIf(clusterMissing !== undefined)('under load, when', () => {
    let cluster: Cluster
    beforeAll(async () => {
      cluster = await openCluster()
    })
    afterAll(() => cluster?.[Symbol.asyncDispose]())

    test.for(faults.map((fault) => [fault.name, fault] as const))(
      '%s: nothing is lost or stale, and mirrors end equal to the table',
      async ([, fault]) => {
        // What one of them leaves pending is still there after the last.
        const areKept = fault !== faults.at(-1)
        expectPromises(await runFault(fault, cluster, { milliseconds: TEST_MILLISECONDS, areKept }))
      },
    )
  })
}

/** Fails unless the service kept its promises during a fault that affected it. */
export function expectPromises(report: Report): void {
  expect(report.wrong).toEqual([])
  expect(report.lost).toEqual([])
  expect(report.stale).toEqual([])
  expect(report.mirrored).toEqual([])
  expect(report.changes).toBeGreaterThan(0)
  expect(report.lists).toBeGreaterThan(0)
  expect(report.pending).toEqual([])
  expect(report.isFelt).toBe(true)
  // `npm run torture` states how long it takes.
  expect(report.recovery).toBeLessThan(Number.POSITIVE_INFINITY)
}
