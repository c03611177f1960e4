import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect, test } from 'vitest'
import { checkLists, checkRecords } from './check-records.ts'
import { queryOnce } from './cluster.ts'
import type { Operation } from './history.ts'
import type { Instance } from './instance.ts'

test('the check of the final state finds a lost write, a stale instance, and an instance unlike the table', async () => {
  const postgres = { url: await createTestDatabase() }
  const table = { lost: 'old', stale: 'new', unlike: 'new', right: 'new' }
  const shown = { lost: 'old', stale: 'old', unlike: 'old', right: 'new' }
  const rows = Object.entries(table).map(([userId, value]) => `('${userId}', '${value}')`)
  await queryOnce(postgres.url, 'create table timezones (user_id text, username text)')
  await queryOnce(postgres.url, `insert into timezones values ${rows.join()}`)
  await using server = await startInstance(shown)

  const history = Object.keys(table).flatMap((userId) => [
    set(userId, 'old', 0),
    // A write without a response may have happened or not, but not both.
    { ...set(userId, 'new', 20), answered: userId !== 'unlike' },
  ])
  const cluster = { instances: [server.instance], postgres }
  const { lost, stale } = await checkRecords(cluster, history, { graceMilliseconds: 0 })
  expect(lost).toEqual([expect.stringMatching(/^lost: the table shows old/)])
  expect(usersOf(stale)).toEqual(['lost', 'stale', 'unlike'])
})

test('the check of lists finds what one does not show although the write was answered elsewhere', async () => {
  await using server = await startInstance({ old: 'old', new: 'new', gone: 'old' })
  const elsewhere = (operation: Operation) => ({ ...operation, instance: 'B' })
  const history = ['old', 'new', 'gone', 'missing'].flatMap((userId) => [
    set(userId, 'old', 0),
    elsewhere(
      userId === 'gone'
        ? { ...set(userId, '', 20), kind: 'delete', value: undefined }
        : set(userId, 'new', 20),
    ),
  ])
  expect(usersOf(await checkLists([server.instance], history, 0))).toEqual(
    ['gone', 'missing', 'old'].map((userId) => `in a list, ${userId}`),
  )
})

/** An instance that answers reads with these values. */
async function startInstance(values: Readonly<Record<string, string>>) {
  const server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://localhost')
    const id = searchParams.get('id') ?? ''
    const list = Object.entries(values).map(([userId, username]) => [userId, { username }])
    if (pathname === '/v1/list') res.end(JSON.stringify(Object.fromEntries(list)))
    else if (pathname === '/v1/changes') res.end('{"changes":[],"cursor":"1","more":false}')
    else res.end(JSON.stringify({ user: { username: values[id] } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    instance: { name: 'A', address } as Instance,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function set(userId: string, value: string, startedAt: number): Operation {
  return { kind: 'set', userId, instance: 'A', value, startedAt, endedAt: startedAt + 10, answered: true }
}

function usersOf(problems: readonly string[]): string[] {
  return [...new Set(problems.map((problem) => problem.split(':')[0] ?? ''))].toSorted()
}
