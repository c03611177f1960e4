import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLagMeter, createReplicaUse } from './replica-use.ts'

function createMeter() {
  let now = 0
  const meter = createLagMeter(() => now)
  return Object.assign(meter, {
    respond: (reached: number, secondsLater = 0) => meter.note(reached, now - secondsLater * 1000),
    wait: (seconds: number) => {
      now += seconds * 1000
    },
  })
}

test('the lag is the age of the oldest progress that the replica has not made', () => {
  const meter = createMeter()
  meter.respond(10)
  meter.replayed(10)
  expect(meter.seconds()).toBe(0)
  meter.respond(11)
  meter.wait(1)
  meter.respond(12)
  meter.wait(1)
  expect(meter.seconds()).toBe(2)
  meter.replayed(11)
  expect(meter.seconds()).toBe(1)
  meter.replayed(12)
  expect(meter.seconds()).toBe(0)
})

test('a primary that does nothing, or that is asked later than the replica, causes no lag', () => {
  const meter = createMeter()
  meter.replayed(20)
  meter.respond(19)
  meter.respond(20)
  meter.wait(60)
  meter.respond(20)
  expect(meter.seconds()).toBe(0)
})

test('after an hour without replay, the lag is still known', () => {
  const meter = createMeter()
  for (let reached = 1; reached <= 7200; reached++) {
    meter.respond(reached)
    meter.wait(0.5)
  }
  expect(meter.seconds()).toBe(3600)
  meter.replayed(7200)
  expect(meter.seconds()).toBe(0)
})

test('while the primary is silent, the replica may be as far behind as that has lasted', () => {
  const meter = createMeter()
  meter.respond(10)
  meter.replayed(10)
  meter.wait(1)
  expect(meter.worstSeconds()).toBe(0)
  meter.wait(7)
  expect(meter.worstSeconds()).toBe(8)
  expect(meter.silentSeconds).toBe(8)
  // An unknown lag is no reason to read from a primary that does not answer.
  expect(meter.seconds()).toBe(0)
})

test('an answer ends a silence only if the question is recent', () => {
  const meter = createMeter()
  meter.wait(8)
  meter.respond(10, 7)
  expect(meter.silentSeconds).toBe(7)
  meter.respond(10)
  expect(meter.silentSeconds).toBe(0)
})

test('after a silence, what the replica still lacks at the next answer is as old as the silence', () => {
  const meter = createMeter()
  meter.respond(10)
  meter.replayed(10)
  meter.wait(8)
  meter.respond(20)
  expect(meter.seconds()).toBe(0)
  meter.wait(0.5)
  meter.respond(21)
  expect(meter.seconds()).toBe(8.5)
  meter.replayed(21)
  expect(meter.seconds()).toBe(0)
  meter.wait(0.5)
  meter.respond(22)
  expect(meter.seconds()).toBe(0)
})

test('another replica that has replayed less counts as behind from its first answer', () => {
  const meter = createMeter()
  meter.respond(10)
  meter.replayed(10)
  meter.replayed(8)
  meter.wait(3)
  expect(meter.seconds()).toBe(3)
  meter.replayed(10)
  expect(meter.seconds()).toBe(0)
})

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
