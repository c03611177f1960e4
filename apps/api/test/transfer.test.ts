import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { describe, expect, onTestFinished, test } from 'vitest'
import { execute, startTestApi } from './start-test-api.ts'
import { createFiles, names, registry } from './transfer-commands.ts'

const { directory } = createFiles()

const AWKWARD = [
  ['quote"d', 'na"me', 'Europe/Kiev'],
  ['com,ma', 'line\u2028separator', 'UTC'],
  ['__proto__', '🕰 clock', 'America/Argentina/Buenos_Aires'],
  [' space ', "it's", 'Asia/Kolkata'],
] as const

describe('export and import', () => {
  test.for(['json', 'jsonl', 'csv'] as const)(
    'as %s transfers every record with its times, visibility and availability',
    async (format) => {
      await using old = await startTestApi()
      for (const [user_id, username, timezone] of AWKWARD)
        await old.client.setTimezone({ body: { user_id, username, timezone } })
      await execute(
        old.databaseUrl,
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
        stderr: expect.stringContaining('7004 added, 0 updated, 0 kept, 0 invalid'),
      })
      const [before, after] = [await registry(old.databaseUrl, 'export'), await registry(database, 'export')]
      expect(after.stdout).toBe(before.stdout)
      expect(Object.keys(JSON.parse(after.stdout))).toHaveLength(7004)

      const again = await registry(database, 'import', '--from', file)
      expect(again.stderr).toContain('0 added, 0 updated, 7004 kept')
    },
  )

  test('imports the /list of a running service from its URL', async () => {
    await using old = await startTestApi()
    for (const [user_id, username, timezone] of AWKWARD)
      await old.client.setTimezone({ body: { user_id, username, timezone } })
    const database = await createTestDatabase()
    const imported = await registry(database, 'import', '--from', `${old.baseUrl}/v1/list`)
    expect(imported).toMatchObject({ code: 0, stderr: expect.stringContaining('4 added') })
    await using moved = await startTestApi({ DATABASE_URL: database })
    expect((await moved.client.listTimezones()).body).toEqual((await old.client.listTimezones()).body)
    const gone = await registry(database, 'import', '--from', `${old.baseUrl}/v1/nothing`)
    expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining('404') })
  })

  test('imports a list that requires a password, and never shows it', async () => {
    const list = createServer((req, res) => {
      const isAllowed = req.headers.authorization === `Basic ${btoa('ada:p@ss')}`
      res.writeHead(isAllowed ? 200 : 401, { 'content-type': 'application/json' })
      res.end(isAllowed ? '{"a":{"username":"x","timezone":"UTC"}}' : '{}')
    })
    await new Promise<void>((resolve) => list.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void list.close())
    const address = `127.0.0.1:${(list.address() as AddressInfo).port}/list`
    const database = await createTestDatabase()
    const allowed = await registry(database, 'import', '--from', `http://ada:p%40ss@${address}`)
    expect([allowed.code, await names(database)]).toEqual([0, { a: 'x' }])
    expect(allowed.stderr).not.toContain('p%40ss')
    const refused = await registry(database, 'import', '--from', `http://ada:wrong@${address}?key=secret`)
    expect(refused).toMatchObject({ code: 1, stderr: `http://${address} answered with 401\n` })
    const unencoded = await registry(database, 'import', '--from', `http://ada:100%@${address}`)
    expect(unencoded.stderr).toBe(
      `The credentials in http://${address} have a % that encodes nothing: write it as %25\n`,
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
