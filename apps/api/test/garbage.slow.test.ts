import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Request, Response } from 'express'
import { expect, test } from 'vitest'
import { createResponseDeadline } from '../src/http/response-deadline.ts'
import { callOnAnswer, type RouteStep } from '../src/http/steps.ts'
import { createOverloadGuard } from '../src/limits/overload.ts'
import { createDeadlines, type Waiter } from '../src/records/deadlines.ts'
import { readListPage, SEPARATOR } from '../src/records/list-page.ts'
import { createTimezoneList } from '../src/records/timezone-list.ts'

setFlagsFromString('--expose-gc')
const collect: (options: { type: 'minor' | 'major' }) => void = runInNewContext('gc')

const IN_PROGRESS = 32
const REQUESTS = 1000
// Together 8 MB, which is too little for V8 to begin a major collection.
const ITEMS_PER_REQUEST = 1000
const KEPT_BYTES = 2_000_000

// A component that has existed for a while is collected only by a major collection. Whatever one of its discarded parts
// refers to is kept until then, although nobody uses it.
test('what a request used is collected as soon as the request is over', async () => {
  const { churn, finish } = createTraffic(createResponseDeadline({ answer: () => {} }))
  expect(await keptAfter(churn)).toBeLessThan(KEPT_BYTES)
  finish()
})

test('what a request used is collected as soon as it has waited for its turn', async () => {
  const guard = createOverloadGuard({ maxActive: 1, isExempt: () => false })
  const { churn, finish } = createTraffic(guard)
  expect(await keptAfter(churn)).toBeLessThan(KEPT_BYTES)
  finish()
})

test('what a read or write used is collected as soon as its deadline is removed', async () => {
  const deadlines = createDeadlines({ createError: () => new Error(), onExpired: () => {} })
  const active: Waiter[] = []
  const churn = async (waiters: number) => {
    for (let n = 0; n < waiters; n++) {
      const payload = createPayload()
      const waiter = { expiresAt: performance.now() + 60_000, reject: () => payload, place: undefined }
      deadlines.add(waiter)
      active.push(waiter)
      if (active.length > IN_PROGRESS) deadlines.remove(active.shift() as Waiter)
    }
  }
  expect(await keptAfter(churn)).toBeLessThan(KEPT_BYTES)
})

test('a page of a list takes little more memory than its characters while it waits to be sent', async () => {
  const column = Array.from({ length: 1000 }, (_, n) => `some text ${n}`).join(SEPARATOR)
  const toJson = readListPage({ userIds: column, usernames: column, zones: column, count: 1000 })
  const findListPage = async ({ after = '0' }: { after?: string | undefined }) =>
    toJson === undefined || after === '20' ? undefined : { lastUserId: String(Number(after) + 1), toJson }
  const stream = await createTimezoneList({ store: { findListPage } }).stream('a')
  collect({ type: 'major' })
  const before = process.memoryUsage().heapUsed
  const pages: string[] = await stream.toArray()
  collect({ type: 'major' })
  const used = process.memoryUsage().heapUsed - before
  expect(used).toBeLessThan(pages.reduce((total, { length }) => total + length, 0) * 1.5)
})

/** The bytes that remain after many requests to a long-lived component, and then minor collections only. */
async function keptAfter(churn: (requests: number) => Promise<void>): Promise<number> {
  await churn(IN_PROGRESS)
  for (let n = 0; n < 3; n++) collect({ type: 'minor' })
  collect({ type: 'major' })
  const before = process.memoryUsage().heapUsed
  await churn(REQUESTS)
  for (let n = 0; n < 3; n++) collect({ type: 'minor' })
  return process.memoryUsage().heapUsed - before
}

/** Requests that pass through a step, a few at a time; the first to arrive is the first to be answered. */
function createTraffic(step: RouteStep) {
  const active: Request[] = []
  return {
    churn: async (requests: number) => {
      for (let n = 0; n < requests; n++) {
        const req = { payload: createPayload(), tsRestRoute: { metadata: {} }, arrivedAt: performance.now() }
        const res = { destroyed: false } as unknown as Response
        void step(req as never, res)
        active.push(req as unknown as Request)
        if (active.length > IN_PROGRESS) callOnAnswer(active.shift() as Request)
        if (n % IN_PROGRESS === 0) await nextTurn()
      }
    },
    finish: () => active.forEach(callOnAnswer),
  }
}

function createPayload(): number[] {
  return Array.from({ length: ITEMS_PER_REQUEST }, Math.random)
}
