import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { describe, expect, test } from 'vitest'
import { execute, startTestApi } from './start-test-api.ts'
import { createFiles, registry } from './transfer-commands.ts'

const { directory } = createFiles()

const AWKWARD = [
  ['quote"d', 'na"me', 'Europe/Kiev'],
  ['com,ma', 'line\u2028separator', 'UTC'],
  ['__proto__', '🕰 clock', 'America/Argentina/Buenos_Aires'],
  ['in space', "it's", 'Asia/Kolkata'],
  ['80351110224678912', '007', 'UTC'],
] as const

describe('export and import', () => {
  test.for(['json', 'jsonl', 'csv'] as const)(
    'as %s transfers every record with its times, visibility and availability',
    async (format) => {
      await using old = await startTestApi()
      for (const [user_id, username, timezone] of AWKWARD)
        await old.client.setTimezone({ body: { user_id, username, timezone } })
      await old.execute(
        `insert into timezones (user_id, username, timezone, created_at, updated_at, visibility, availability) select 'many-' || n, 'x', 'UTC', '2020-01-02T03:04:05.123456Z', '2021-01-02T03:04:05Z', (array['public', 'unlisted', 'private'])[n % 3 + 1], (array['state', 'hours;mo,tu 09:00-17:00;su 22:00-06:00', null])[n % 3 + 1] from generate_series(1, 7000) n`,
      )
      const file = join(directory, `all.${format}`)
      expect(await registry(old.databaseUrl, 'export', '--format', format, '--to', file)).toMatchObject({
        code: 0,
      })

      const database = await createTestDatabase()
      const imported = await registry(database, 'import', '--from', file)
      expect(imported).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('7005 added, 0 updated, 0 kept, 0 invalid'),
      })
      const [before, after] = [await registry(old.databaseUrl, 'export'), await registry(database, 'export')]
      expect(after.stdout).toBe(before.stdout)
      expect(Object.keys(JSON.parse(after.stdout))).toHaveLength(7005)

      const again = await registry(database, 'import', '--from', file)
      expect(again.stderr).toContain('0 added, 0 updated, 7005 kept')
    },
  )

  test('imports the /list of a running service', async () => {
    await using old = await startTestApi()
    for (const [user_id, username, timezone] of AWKWARD)
      await old.client.setTimezone({ body: { user_id, username, timezone } })
    const file = join(directory, 'list.json')
    writeFileSync(file, await (await fetch(`${old.baseUrl}/v1/list`)).text())
    const database = await createTestDatabase()
    const imported = await registry(database, 'import', '--from', file)
    expect(imported).toMatchObject({ code: 0, stderr: expect.stringContaining('5 added') })
    await using moved = await startTestApi({ DATABASE_URL: database })
    expect((await moved.client.listTimezones()).body).toEqual((await old.client.listTimezones()).body)
  })

  test('exports every column of the table but its place in the feed', async () => {
    const database = await createTestDatabase()
    const { stdout } = await registry(database, 'export', '--format', 'csv')
    const columns = await execute(
      database,
      "select column_name from information_schema.columns where table_name = 'timezones' and column_name not in ('ord', 'position')",
    )
    expect(stdout.trim().split(',').toSorted()).toEqual(
      columns.map((column) => column.column_name).toSorted(),
    )
  })

  test('an empty registry is an empty file that can be imported', async () => {
    const database = await createTestDatabase()
    for (const format of ['json', 'jsonl', 'csv']) {
      const file = join(directory, `empty.${format}`)
      await registry(database, 'export', '--format', format, '--to', file)
      expect(await registry(database, 'import', '--from', file)).toMatchObject({ code: 0 })
    }
    expect(readFileSync(join(directory, 'empty.json'), 'utf8')).toBe('{}\n')
  })
})
