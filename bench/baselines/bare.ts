// The least that Node can do: the same bytes, headers and all, from a server that looks at nothing.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const { headers, body } = JSON.parse(process.env.ANSWER ?? '{"headers":[],"body":""}')
const server = createServer((_req, res) => {
  res.writeHead(200, headers)
  res.end(body)
}).listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
