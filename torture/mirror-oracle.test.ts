import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { afterEach, describe, expect, test } from 'vitest'
import { queryOnce } from './cluster.ts'
import type { Instance } from './instance.ts'
import { type Mirror, startMirror } from './mirror.ts'
import { findDifferences } from './mirror-oracle.ts'

const SET = { type: 'set', user_id: 'new', username: 'nelly', timezone: 'UTC' }
const GONE = { type: 'delete', user_id: 'listed' }
const LISTED = { listed: { username: 'listed', timezone: 'UTC' } }

describe('a mirror', () => {
  const cleanups: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const clean of cleanups.splice(0)) await clean()
  })

  test('by /changes applies sets and deletes to the list', async () => {
    const mirror = await start('changes', (path) =>
      path === '/v1/list' ? LISTED : { changes: [SET, GONE], cursor: '2', more: false },
    )
    await waitUntil(() => mirror.applied >= 2, 'the changes')
    expect([...mirror.records]).toEqual([['new', { username: 'nelly', timezone: 'UTC' }]])
  })

  test('by /events applies what the stream sends', async () => {
    const stream = [SET, GONE].map((change, index) => `id: ${index}\ndata: ${JSON.stringify(change)}\n\n`)
    const mirror = await start('events', (path) => (path === '/v1/list' ? LISTED : stream.join('')))
    await waitUntil(() => mirror.applied >= 2, 'the events')
    expect([...mirror.records.keys()]).toEqual(['new'])
  })

  test('reads the list again after 410, and reports an unexpected response', async () => {
    let answers = 0
    const mirror = await start('changes', (path) => {
      if (path === '/v1/list') return LISTED
      answers += 1
      return answers === 1 ? 410 : 500
    })
    await waitUntil(() => mirror.wrong.size > 0, 'the wrong answer')
    expect(mirror.restarts).toBe(2)
    expect([...mirror.wrong]).toEqual(['500 to a mirror: ""'])
  })

  async function start(
    via: 'changes' | 'events',
    answer: (path: string) => object | string | number,
  ): Promise<Mirror> {
    const server = createServer((req, res) => {
      const content = answer((req.url ?? '').split('?')[0] ?? '')
      if (typeof content === 'number') res.writeHead(content).end('""')
      else res.writeHead(200, { 'changes-cursor': '0' }).end(toBody(content))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const mirror = startMirror([{ name: 'A', address } as Instance], via)
    cleanups.push(
      () => mirror.stop(),
      async () => server.close(),
    )
    return mirror
  }
})

test('the comparison of mirrors finds a change that one has missed, and a record that it should not have', async () => {
  const url = await createTestDatabase()
  await queryOnce(url, 'create table timezones (user_id text, username text, timezone text, visibility text)')
  await queryOnce(
    url,
    `insert into timezones values ('right', 'nelly', 'UTC', 'public'), ('changed', 'nelly', 'UTC', 'public'),
      ('added', 'nelly', 'UTC', 'public'), ('hidden', 'nelly', 'UTC', 'unlisted')`,
  )
  const nelly = { username: 'nelly', timezone: 'UTC' }
  const old = { username: 'nelly', timezone: 'Asia/Tokyo' }
  const records = new Map(Object.entries({ right: nelly, changed: old, hidden: nelly, deleted: nelly }))
  expect(await findDifferences([{ name: 'A', records }], url, 0)).toEqual([
    'changed: A shows nelly in Asia/Tokyo, the table nelly in UTC',
    'hidden: A shows nelly in UTC, the table no record',
    'deleted: A shows nelly in UTC, the table no record',
    'added: A shows no record, the table nelly in UTC',
  ])
})

function toBody(content: object | string): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}
