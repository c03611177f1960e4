import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect, test } from 'vitest'
import { checkRecords } from './check-records.ts'
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

/** An instance that answers reads with these values. */
async function startInstance(values: Readonly<Record<string, string>>) {
  const server = createServer((req, res) => {
    const id = new URL(req.url ?? '', 'http://localhost').searchParams.get('id') ?? ''
    res.end(JSON.stringify({ user: { username: values[id] } }))
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
