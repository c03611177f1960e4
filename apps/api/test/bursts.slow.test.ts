import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startTestApi } from './start-test-api.ts'

test('readers who disconnect before a list begins release their places', async () => {
  await using api = await startTestApi()
  await api.execute(
    `insert into timezones (user_id, username, timezone) select n::text, repeat('x', 200), 'UTC' from generate_series(1, 20000) n`,
  )
  const { hostname, port } = new URL(api.baseUrl)
  for (let reader = 0; reader < 200; reader++) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write('GET /list HTTP/1.1\r\nHost: localhost\r\n\r\n')
    for (let turn = 0; turn < reader % 8; turn++) await nextTurn()
    socket.resetAndDestroy()
  }
  const list = await fetch(`${api.baseUrl}/list`)
  expect(list.status).toBe(200)
  expect(Object.keys((await list.json()) as object)).toHaveLength(20_000)
})
