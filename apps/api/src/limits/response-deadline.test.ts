import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express, { type Request } from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { createBodyReader } from '../http/body.ts'
import { inOrder } from '../http/endpoints.ts'
import { createResponseDeadline } from './overload.ts'

test('a slow body uses up none of the deadline, a slow response does', async () => {
  const { send, arrivals, finish } = await startServer({ secondsSinceHead: 60 })
  const withBody = send({ method: 'POST', body: '{}' })
  await expect.poll(arrivals).toBe(1)
  // While the deadline answers this one, it looks at the other one as well.
  expect((await send()).status).toBe(503)
  finish()
  expect((await withBody).status).toBe(200)
})

test('authentication before a body uses up the deadline', async () => {
  const { send, arrivals, finish } = await startServer({ secondsSinceHead: 60 })
  const other = send({ method: 'POST', body: '{}' })
  await expect.poll(arrivals).toBe(1)
  expect((await send({ method: 'PUT', body: '{}' })).status).toBe(503)
  finish()
  expect((await other).status).toBe(200)
})

/** Each request's head arrived that long ago; authentication of a PUT took as long. Every response waits for `finish`. */
async function startServer({ secondsSinceHead }: { secondsSinceHead: number }) {
  let arrivals = 0
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const arrive = (req: Request) => {
    const milliseconds = secondsSinceHead * 1000
    Object.assign(req, { arrivedAt: performance.now() - milliseconds })
    if (req.method === 'PUT') req.admittedIn = milliseconds
    Object.assign(req, { tsRestRoute: { metadata: {} } })
  }
  const deadline = createResponseDeadline({ respond: (_, { res }) => void res.status(503).end() })
  const app = express()
  app.use(
    inOrder([
      arrive,
      createBodyReader({
        budget: { take: () => undefined, give: () => {} },
        admit: async () => {},
        networkOf: () => 'a',
      }),
      deadline,
    ]),
  )
  app.use(async (_req, res) => {
    arrivals += 1
    await finished
    if (!res.headersSent) res.end()
  })
  const server = app.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const headers = { 'content-type': 'application/json' }
  return {
    send: (init: RequestInit = {}) => fetch(address, { headers, ...init }),
    arrivals: () => arrivals,
    finish,
  }
}
