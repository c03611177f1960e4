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
      async ([, fault]) =>
        expectPromises(await runFault(fault, cluster, { milliseconds: TEST_MILLISECONDS })),
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
  expect(report.pending).toEqual([])
  expect(report.isFelt).toBe(true)
  // The service promises 2 s, but a health probe may take a second, its result is reused for half a second, and a test
  // machine is busy.
  expect(report.recovery).toBeLessThan(4000)
}
