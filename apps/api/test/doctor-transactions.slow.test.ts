import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { waitUntil } from '@timezone-registry/test-servers/server-process'
import pg from 'pg'
import { expect, test } from 'vitest'
import { diagnose, diagnoseOwned, find } from './diagnose.ts'

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
  const { rows } = await writer.query('select pg_backend_pid() as pid')
  expect(seen).toMatchObject({
    status: 'warning',
    message: expect.stringContaining(`of process ${rows[0].pid} in postgres is open`),
    advice: expect.stringContaining(`pg_terminate_backend(${rows[0].pid})`),
  })
  await writer.query('rollback')
  await waitUntil(
    async () =>
      find((await diagnose({ DATABASE_URL: url })).findings, 'database transactions')?.status === 'ok',
    'the warning to end',
  )
})
