import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { createPool } from './server-pool.ts'

/** A message of PostgreSQL's protocol: a letter, the length of what follows it, and the body. */
function message(type: string, body: string): Buffer {
  const bytes = Buffer.from(body, 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length + 4)
  return Buffer.concat([Buffer.from(type), length, bytes])
}

const ACCEPTED_AND_TERMINATED = Buffer.concat([
  message('R', '\0\0\0\0'),
  message('Z', 'I'),
  message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
])

// Vitest fails if an error is not handled.
test('a server that ends a connection in the packet that accepts it does not end the process', async () => {
  await using server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(ACCEPTED_AND_TERMINATED))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `postgres://someone@127.0.0.1:${(server.address() as AddressInfo).port}/any`
  const pool = createPool(url, {
    isPooled: false,
    poolSize: 1,
    onConnectionError: () => {},
  })
  await expect(pool.query('select 1')).rejects.toThrow()
  await pool.end()
})
