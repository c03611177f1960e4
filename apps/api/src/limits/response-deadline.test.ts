import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import express, { type Request } from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { createBeginBody, createFinishBody } from '../http/body.ts'
import { createCall, inOrder } from '../http/request.ts'
import { createResponseDeadline } from './overload.ts'

const POST =
  'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n'

test('the time of a response begins when its request is complete: a slow sender uses up none of it', async () => {
  const deadline = createResponseDeadline((_, res) => void res.status(503).end())
  const app = express()
  let isHandled = false
  let arrivals = 0
  const arrive = (req: Request) => {
    arrivals += 1
    Object.assign(req, { call: createCall('1'), tsRestRoute: { metadata: { maxSeconds: 0.2 } } })
  }
  app.use(inOrder([arrive, createBeginBody(deadline), createFinishBody({ atOnce: 1 })]))
  app.use(() => {
    isHandled = true
  })
  const server = app.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const slow = connect(port, '127.0.0.1')
  onTestFinished(() => void slow.destroy())
  slow.write(`${POST}{`)
  await expect.poll(() => arrivals).toBe(1)
  // Never answered by the handler, so the deadline of this one ends later than that of the first would have.
  expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(503)
  isHandled = false
  slow.write('}')
  expect(String(await once(slow, 'data'))).toMatch(/^HTTP\/1.1 503 /)
  expect(isHandled).toBe(true)
})
