import { describe, expect, test } from 'vitest'
import { runCommand } from './run-command.ts'
import { execute, startTestApi } from './start-test-api.ts'

describe('registry erase', () => {
  test('removes the record of an id that the API refuses', async () => {
    await using api = await startTestApi()
    // Rows that a table from an earlier version may contain.
    await execute(api.databaseUrl, 'alter table timezones drop constraint timezones_user_id_text')
    await execute(
      api.databaseUrl,
      "insert into timezones (user_id, username, timezone) values ('', 'nobody', 'UTC'), ('a', 'ann', 'UTC')",
    )
    const records = () => execute(api.databaseUrl, 'select user_id from timezones where timezone is not null')
    expect(await registry(api.databaseUrl, 'erase', '')).toMatchObject({ code: 0, stdout: '' })
    expect(await records()).toEqual([{ user_id: 'a' }])
    expect(await registry(api.databaseUrl, 'erase', '')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The user "" has no record and no session.'),
    })
  })

  test('ends the sessions of the user, even if there is no record', async () => {
    await using api = await startTestApi()
    await execute(
      api.databaseUrl,
      `insert into sessions (id_hash, provider, issuer, subject, user_id, username)
       values ('1', 'x', 'y', 'ann', 'ann', 'Ann'), ('2', 'x', 'y', 'ann', 'ann', 'Ann'), ('3', 'x', 'y', 'bob', 'bob', 'Bob')`,
    )
    const { code, stderr } = await registry(api.databaseUrl, 'erase', 'ann')
    expect([code, stderr]).toEqual([0, expect.stringContaining('2 sessions')])
    expect(await execute(api.databaseUrl, 'select user_id from sessions')).toEqual([{ user_id: 'bob' }])
  })
})

function registry(DATABASE_URL: string, ...args: string[]) {
  return runCommand({ DATABASE_URL }, ...args)
}
