import { redisMissing } from '@timezone-registry/test-servers/redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, openCluster } from './cluster.ts'
import { CONTROLS } from './controls.ts'
import { killOnEmbedded } from './embedded.ts'
import { FAULTS } from './faults.ts'
import { type Report, runFault } from './run-fault.ts'
import { specialFaults } from './special-faults.ts'

// Longer than a time-out of the database (3 s) would make it a test of that alone; `npm run torture` does that, too.
const MILLISECONDS = 1000

describe.skipIf(redisMissing({ toBreak: true }) !== undefined)('under load, when', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await openCluster()
  })
  afterAll(() => cluster?.[Symbol.asyncDispose]())

  test.for(FAULTS.map((fault) => [fault.name, fault] as const))(
    '%s: nothing is lost or stale',
    async ([, fault]) => {
      expectPromises(await runFault(fault, cluster, { milliseconds: MILLISECONDS }))
    },
  )

  test.for(specialFaults().map((special) => [special.name, special] as const))(
    '%s: nothing is lost or stale',
    async ([, special], context) => {
      if ('missing' in special) return context.skip(special.missing)
      using prepared = special.prepare()
      await using own = await openCluster(prepared.fault.options)
      expectPromises(await runFault(prepared.fault, own, { milliseconds: MILLISECONDS }))
    },
  )

  test.for(CONTROLS.map((control) => [control.name, control] as const))(
    'the control: %s, it is noticed',
    async ([, control]) => {
      await using own = await openCluster(control.options)
      const report = await runFault(control, own, { milliseconds: MILLISECONDS })
      expect(report[control.finds].length).toBeGreaterThan(0)
    },
  )
})

test('the service is killed on its embedded database, three times under load: nothing is lost', async () => {
  const { writes, lost } = await killOnEmbedded({ rounds: 3 })
  expect(writes).toBeGreaterThan(100)
  expect(lost).toBe(0)
})

function expectPromises(report: Report): void {
  expect(report.wrong).toEqual([])
  expect(report.lost).toEqual([])
  expect(report.stale).toEqual([])
  expect(report.isFelt).toBe(true)
  // What is promised is 2 s; a probe of the health is shared for up to a second, and this machine has other work.
  expect(report.recovery).toBeLessThan(4000)
}
