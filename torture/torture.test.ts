import { redisMissing } from '@timezone-registry/test-servers/redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, openCluster } from './cluster.ts'
import { CONTROLS } from './controls.ts'
import { killOnEmbedded } from './embedded.ts'
import { FAULTS } from './faults/all.ts'
import { specialFaults } from './faults/special.ts'
import { type Report, runFault } from './run-fault.ts'

// Shorter than the timeout of the database (3 s); `npm run torture` strikes for longer.
const MILLISECONDS = 1000

describe.skipIf(redisMissing({ toBreak: true }) !== undefined)('under load, when', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await openCluster()
  })
  afterAll(() => cluster?.[Symbol.asyncDispose]())

  test.for(FAULTS.map((fault) => [fault.name, fault] as const))(
    '%s: nothing is lost or stale, and mirrors end equal to the table',
    async ([, fault]) => {
      await using own = fault.options && (await openCluster(fault.options))
      expectPromises(await runFault(fault, own ?? cluster, { milliseconds: MILLISECONDS }))
    },
  )

  test.for(specialFaults().map((special) => [special.name, special] as const))(
    '%s: nothing is lost or stale, and mirrors end equal to the table',
    async ([, special], context) => {
      if ('missing' in special) return context.skip(special.missing)
      using prepared = special.prepare()
      await using own = await openCluster(prepared.fault.options)
      expectPromises(await runFault(prepared.fault, own, { milliseconds: MILLISECONDS }))
    },
  )

  test.for(CONTROLS.map((control) => [control.name, control] as const))(
    'control: %s, and the checks find it',
    async ([, control]) => {
      await using own = await openCluster(control.options)
      const report = await runFault(control, own, { milliseconds: MILLISECONDS })
      expect(report[control.finds].length).toBeGreaterThan(0)
    },
  )
})

test('the service, killed three times under load on its embedded database, loses nothing', async () => {
  const { writes, lost } = await killOnEmbedded({ rounds: 3 })
  expect(writes).toBeGreaterThan(100)
  expect(lost).toBe(0)
})

function expectPromises(report: Report): void {
  expect(report.wrong).toEqual([])
  expect(report.lost).toEqual([])
  expect(report.stale).toEqual([])
  expect(report.mirrored).toEqual([])
  expect(report.changes).toBeGreaterThan(0)
  expect(report.pending).toEqual([])
  expect(report.isFelt).toBe(true)
  // The service promises 2 s; a health probe is shared for up to a second, and the machine of a test is busy.
  expect(report.recovery).toBeLessThan(4000)
}
