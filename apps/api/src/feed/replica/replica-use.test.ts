import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLagMeter } from './lag-meter.ts'
import { createReplicaUse } from './replica-use.ts'

test('the reason for reading from the primary names no user of a failed statement', () => {
  const meter = createLagMeter()
  const reasons: (string | undefined)[] = []
  using use = createReplicaUse({
    meter,
    maxLagSeconds: 5,
    onUsed: (_isUsed, reason) => reasons.push(reason),
  })
  use.responded()
  use.reportFailure(new DrizzleQueryError('select 1', ['ada'], new Error('Connection terminated')))
  expect(reasons).toEqual([undefined, 'Connection terminated'])
})
