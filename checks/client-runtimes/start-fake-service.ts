import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerReads } from '../../packages/client/test/fake-registry.ts'

export type FakeService = { baseUrl: string; [Symbol.asyncDispose](): Promise<void> }

/** A registry over HTTP with only the responses that `exercise` needs. */
export async function startFakeService(): Promise<FakeService> {
  const server = createServer(async (req, res) => {
    res.setHeader('access-control-allow-origin', '*')
    res.setHeader('access-control-allow-headers', 'content-type, last-event-id')
    res.setHeader('access-control-expose-headers', 'changes-cursor')
    if (req.method === 'OPTIONS') return res.writeHead(204).end()
    const url = new URL(req.url ?? '/', 'http://localhost')
    if (url.pathname === '/v1/set')
      return res.writeHead(400, { 'content-type': 'application/problem+json' }).end(INVALID)
    if (url.pathname === '/v1/list')
      return res.writeHead(200, { 'changes-cursor': 'c1' }).end('{"ann":{"username":"ann","timezone":"UTC"}}')
    if (url.pathname === '/v1/events')
      return res.writeHead(200, { 'content-type': 'text/event-stream' }).write(EVENT)
    const answer = answerReads(new Request(url))
    return res.writeHead(answer.status).end(await answer.text())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server.close(), 'close')
      server.closeAllConnections()
      await closed
    },
  }
}

const INVALID = JSON.stringify({ status: 400, code: 'invalid_timezone', message: 'Not a zone.' })
const EVENT =
  'id: c2\ndata: {"type":"set","user_id":"bob","username":"bob","timezone":"UTC","at":"2026-11-21T12:00:00.000Z"}\n\n'
