import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import pg from 'pg'
import { expect, test } from 'vitest'
import { diagnose, diagnoseOwned, find } from './diagnose.ts'
import { execute } from './start-test-api.ts'

test('the doctor reports a transaction of another role that holds the feed back, unless it ends within a second', async () => {
  await using postgres = await startTestPostgres()
  const { findings, url } = await diagnoseOwned(postgres)
  expect(find(findings, 'database transactions')).toMatchObject({ status: 'ok' })
  // The sessions of a superuser are hidden from the role.
  const writer = new pg.Client(postgres.url)
  await writer.connect()
  await using _end = { [Symbol.asyncDispose]: () => writer.end() }
  await writer.query('begin; select pg_current_xact_id()')
  const seen = find((await diagnose({ DATABASE_URL: url })).findings, 'database transactions')
  expect(seen).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(/of other roles are open: \d+\. .*cannot see how old/),
    advice: expect.stringContaining('pg_monitor'),
  })
  const [, sql = ''] = /run: (.*)/.exec(seen?.advice ?? '') ?? []
  const { rows } = await writer.query('select pg_backend_pid() as pid')
  expect(await execute(postgres.url, sql)).toContainEqual(
    expect.objectContaining({ pid: rows[0].pid, state: 'idle in transaction' }),
  )
  await writer.query('rollback')
  await waitUntil(
    async () =>
      find((await diagnose({ DATABASE_URL: url })).findings, 'database transactions')?.status === 'ok',
    'the warning to end',
  )
})
