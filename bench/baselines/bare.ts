// The least that Node can do: answers every request with the same bytes, headers included.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const { status, headers, body } = JSON.parse(process.env.ANSWER ?? '{"status":200,"headers":[],"body":""}')
const server = createServer((_req, res) => {
  res.writeHead(status, headers)
  res.end(body)
}).listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
