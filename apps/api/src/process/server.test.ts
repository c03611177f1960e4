import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createServer } from './server.ts'

test('a response that has begun, and ends in the same turn, reaches a client that pipelines', async () => {
  await using server = createServer({ host: '127.0.0.1', port: 0 })
  await using _served = server.serve((_req, res) => {
    res.writeHead(200, { 'Content-Length': 5 })
    setImmediate(() => res.end('whole'))
  })
  const client = connect(await server.listen(), '127.0.0.1')
  client.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n')
  const answer = await text(client)
  expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(1)
  expect(answer).toMatch(/whole$/)
})

test('a request waits for the start, unless its client leaves; a probe does not', async () => {
  await using server = createServer({ host: '127.0.0.1', port: 0 })
  const port = await server.listen()
  const ask = (path: string, body?: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', ...(body && { body }) })
  expect((await ask('/livez')).status).toBe(200)
  expect((await ask('/v1/readyz?verbose')).status).toBe(503)
  const abandoned = connect(port, '127.0.0.1')
  abandoned.write('POST /abandoned HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{')
  const waiting = ask('/waiting', 'its body')
  expect((await ask('/readyz')).status).toBe(503)
  abandoned.resetAndDestroy()
  expect((await ask('/readyz')).status).toBe(503)
  const served: unknown[] = []
  await using _served = server.serve(async (req, res) => {
    served.push([req.url, await text(req)])
    res.end('served')
  })
  expect(await (await waiting).text()).toBe('served')
  expect(served).toEqual([['/waiting', 'its body']])
})
