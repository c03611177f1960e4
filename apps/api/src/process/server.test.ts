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
