import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import express, { type Request } from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { createBodyReader } from './body.ts'
import { createResponseDeadline } from './response-deadline.ts'
import { inOrder } from './steps.ts'

// Longer than the deadline takes to notice that a request is late.
const WORK_MILLISECONDS = 200

test('the deadline counts from when the body has arrived', async () => {
  const { send } = await startServer({ secondsSinceHead: 60 })
  expect((await send({ method: 'POST', body: '{}' })).status).toBe(200)
})

test('without a body, it counts from the head of the request', async () => {
  const { send } = await startServer({ secondsSinceHead: 60 })
  expect((await send()).status).toBe(503)
})

/** Each request's head arrived that long ago. */
async function startServer({ secondsSinceHead }: { secondsSinceHead: number }) {
  const arrive = (req: Request) => {
    Object.assign(req, { arrivedAt: performance.now() - secondsSinceHead * 1000 })
    Object.assign(req, { tsRestRoute: { metadata: {} } })
  }
  const deadline = createResponseDeadline({ answer: (_, { res }) => void res.status(503).end() })
  const app = express()
  app.use(inOrder([arrive, createBodyReader(), deadline]))
  app.use(async (_req, res) => {
    await sleep(WORK_MILLISECONDS)
    if (!res.headersSent) res.end()
  })
  const server = app.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const headers = { 'content-type': 'application/json' }
  return { send: (init: RequestInit = {}) => fetch(address, { headers, ...init }) }
}
