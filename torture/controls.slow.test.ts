import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, openCluster } from './cluster.ts'
import { CONTROLS } from './controls.ts'
import { runFault } from './run-fault.ts'
import { clusterMissing, TEST_MILLISECONDS } from './test-fault.ts'

describe.skipIf(clusterMissing !== undefined).each([...Map.groupBy(CONTROLS, ({ options }) => options)])(
  'control:',
  (options, controls) => {
    let cluster: Cluster
    beforeAll(async () => {
      cluster = await openCluster(options)
    })
    afterAll(() => cluster?.[Symbol.asyncDispose]())

    test.for(controls.map((control) => [control.name, control] as const))(
      '%s, and the checks find it',
      async ([, control]) => {
        const report = await runFault(control, cluster, { milliseconds: TEST_MILLISECONDS })
        expect(report[control.finds].length).toBeGreaterThan(0)
      },
    )
  },
)
