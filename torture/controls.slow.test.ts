import { expect, test } from 'vitest'
import { openCluster } from './cluster.ts'
import { CONTROLS } from './controls.ts'
import { runFault } from './run-fault.ts'
import { clusterMissing, TEST_MILLISECONDS } from './test-fault.ts'

test.skipIf(clusterMissing !== undefined).for(CONTROLS.map((control) => [control.name, control] as const))(
  'control: %s, and the checks find it',
  async ([, control]) => {
    await using cluster = await openCluster(control.options)
    const report = await runFault(control, cluster, { milliseconds: TEST_MILLISECONDS })
    expect(report[control.finds].length).toBeGreaterThan(0)
  },
)
