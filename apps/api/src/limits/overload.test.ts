import { contract } from '@timezone-registry/contract'
import type { Response } from 'express'
import { describe, expect, test } from 'vitest'
import { Overloaded } from '../errors.ts'
import { callOnResponse, createCall, type RoutedRequest } from '../http/request.ts'
import { createOverloadGuard } from './overload.ts'

function createTraffic(options: Parameters<typeof createOverloadGuard>[0]) {
  const guard = createOverloadGuard({ maxActive: 2, maxWaitMs: 20, ...options })
  return {
    send: () => {
      const req = { call: createCall('1'), tsRestRoute: contract.getTimezone } as unknown as RoutedRequest
      const res = { destroyed: false } as unknown as Response
      const outcome = Promise.withResolvers<'admitted' | 'refused'>()
      let settled: string | undefined
      const settle = (error?: unknown) => {
        settled = error instanceof Overloaded ? 'refused' : 'admitted'
        outcome.resolve(settled as 'admitted')
      }
      Promise.try(guard, req, res).then(() => settle(), settle)
      return {
        outcome: outcome.promise,
        isSettled: () => settled !== undefined,
        answer: () => callOnResponse(req),
        disconnect: () => {
          Object.assign(res, { destroyed: true })
          callOnResponse(req)
        },
      }
    },
  }
}

describe('the overload guard', () => {
  test('admits the next waiting request when a response begins', async () => {
    const { send } = createTraffic({ maxWaitMs: 10_000 })
    const [first, second, third, fourth] = [send(), send(), send(), send()]
    await Promise.all([first.outcome, second.outcome])
    expect([first.isSettled(), third.isSettled()]).toEqual([true, false])
    first.answer()
    expect(await third.outcome).toBe('admitted')
    expect(fourth.isSettled()).toBe(false)
  })

  test('releases a place once, whether the response begins, the caller disconnects, or both', async () => {
    const { send } = createTraffic({ maxActive: 1 })
    const [first, second, third] = [send(), send(), send()]
    await first.outcome
    first.answer()
    first.disconnect()
    expect(await second.outcome).toBe('admitted')
    expect(await third.outcome).toBe('refused')
  })

  test('releases the place of a caller who disconnects before the response', async () => {
    const { send } = createTraffic({ maxActive: 1, maxWaitMs: 10_000 })
    const [first, second] = [send(), send()]
    await first.outcome
    first.disconnect()
    expect(await second.outcome).toBe('admitted')
  })

  test('refuses a request that has waited too long, and skips callers who disconnected', async () => {
    const { send } = createTraffic({ maxActive: 1, maxWaitMs: 10_000 })
    const [first, second, third] = [send(), send(), send()]
    await first.outcome
    second.disconnect()
    first.answer()
    expect(await third.outcome).toBe('admitted')

    const impatient = createTraffic({ maxActive: 0 }).send()
    expect(await impatient.outcome).toBe('refused')
  })

  test('skips callers who have disconnected, however many', async () => {
    const { send } = createTraffic({ maxActive: 1, maxWaitMs: 60_000 })
    const first = send()
    await first.outcome
    const gone = Array.from({ length: 20_000 }, send)
    for (const { disconnect } of gone) disconnect()
    const last = send()
    first.answer()
    expect(await last.outcome).toBe('admitted')
    expect(new Set(await Promise.all(gone.map(({ outcome }) => outcome)))).toEqual(new Set(['refused']))
  })

  test('always admits probes and streams', async () => {
    const guard = createOverloadGuard({ maxActive: 0, maxWaitMs: 1 })
    const send = (tsRestRoute: unknown) =>
      guard({ call: createCall('1'), tsRestRoute } as RoutedRequest, {} as Response)
    for (const route of [contract.getLiveness, contract.getReadiness, contract.followChanges])
      await expect(send(route), route.path).resolves.toBeUndefined()
    await expect(send(contract.getTimezone)).rejects.toThrow(Overloaded)
  })
})
