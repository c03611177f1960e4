import { failIfRequired } from '@timezone-registry/test-servers/fail-if-required'
import { describe, test } from 'vitest'
import { openCluster } from '../cluster.ts'
import { runFault } from '../run-fault.ts'
import { clusterMissing, expectPromises, TEST_MILLISECONDS } from '../test-fault.ts'
import { specialFaults } from './special.ts'

describe.skipIf(clusterMissing !== undefined)('under load, when', () => {
  test.for(specialFaults().map((special) => [special.name, special] as const))(
    '%s: nothing is lost or stale, and mirrors end equal to the table',
    async ([, special], context) => {
      if ('missing' in special) {
        failIfRequired('FAULTS', special.missing)
        return context.skip(special.missing)
      }
      using prepared = special.prepare()
      await using cluster = await openCluster(prepared.fault.options)
      expectPromises(await runFault(prepared.fault, cluster, { milliseconds: TEST_MILLISECONDS }))
    },
  )
})
