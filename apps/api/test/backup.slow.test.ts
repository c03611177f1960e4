import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPgDump } from '@timezone-registry/test-servers/pg-dump'
import { startTestPostgres } from '@timezone-registry/test-servers/postgres'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { describe, expect, test } from 'vitest'
import { createTestKey, randomUser, startTestApi, type TestApi } from './start-test-api.ts'

const PAGE = new URL('../../../docs/operations/backup-and-upgrade.md', import.meta.url)
const { binaries = '', missing } = findPgDump()

describe.skipIf(missing !== undefined)('a pg_dump dump restored into another server', () => {
  test('has every record and key, refuses cursors of the original, and feeds new mirrors', async () => {
    await using source = await startTestPostgres({ binaries })
    await using target = await startTestPostgres({ binaries })
    await using before = await startTestApi({ DATABASE_URL: await createTestDatabase(source.url) })
    const { key } = await createTestKey(before)
    const first = await saveMany(before, 20)
    const cursor = await currentCursor(before)
    const second = await saveMany(before, 20)
    await before.client.deleteTimezone({ query: { user_id: first[0] ?? '' } })

    const restored = await createTestDatabase(target.url)
    await dumpAndRestore(before.databaseUrl, restored)
    await using after = await startTestApi({ DATABASE_URL: restored, AUTH: 'required' })

    expect((await after.client.listTimezones({})).body).toEqual((await before.client.listTimezones({})).body)
    const third = randomUser()
    expect(
      await after.client.setTimezone({
        body: { ...third, timezone: 'UTC' },
        extraHeaders: { authorization: `Bearer ${key}` },
      }),
    ).toMatchObject({ status: 200 })
    // The original may have committed more after the dump, so its cursors do not apply to this table.
    expect(await after.client.listChanges({ query: { since: cursor } })).toMatchObject({ status: 410 })
    const all = await after.client.listChanges({ query: { limit: '1000' } })
    expect(all.body).toMatchObject({
      changes: expect.objectContaining({ length: first.length + second.length + 1 }),
    })
    const restart = await currentCursor(after)
    const [fourth] = await saveMany(before, 1)
    expect(fourth).toBeDefined()
    const fifth = randomUser()
    await after.client.setTimezone({
      body: { ...fifth, timezone: 'UTC' },
      extraHeaders: { authorization: `Bearer ${key}` },
    })
    expect(await changesSince(after, restart)).toEqual([`set ${fifth.user_id}`])
  })
})

/** Runs the commands of the handbook. */
async function dumpAndRestore(from: string, to: string): Promise<void> {
  const [, commands = ''] = /```sh\n(pg_dump [^`]+)```/.exec(readFileSync(PAGE, 'utf8')) ?? []
  const directory = mkdtempSync(join(tmpdir(), 'backup-'))
  const env = { PATH: `${binaries}:${process.env.PATH}`, DATABASE_URL: from, NEW_DATABASE_URL: to }
  await promisify(execFile)('sh', ['-ec', commands], { cwd: directory, env })
  rmSync(directory, { recursive: true })
}

async function saveMany(api: TestApi, count: number): Promise<string[]> {
  const users = Array.from({ length: count }, randomUser)
  for (const user of users) await api.save('Europe/Berlin', user)
  return users.map(({ user_id }) => user_id)
}

async function currentCursor(api: TestApi): Promise<string> {
  const answer = await api.client.listChanges({ query: {} })
  if (answer.status !== 200) throw new Error(`/changes answers ${answer.status}`)
  return answer.body.cursor
}

async function changesSince(api: TestApi, since: string): Promise<string[]> {
  const answer = await api.client.listChanges({ query: { since } })
  if (answer.status !== 200) throw new Error(`/changes answers ${answer.status}`)
  return answer.body.changes.map(({ type, user_id }) => `${type} ${user_id}`)
}
