import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { describe, expect, test } from 'vitest'
import { runCommand, spawnCommand } from './run-command.ts'
import { execute } from './start-test-api.ts'
import { createFiles, names, registry } from './transfer-commands.ts'

const { write } = createFiles()

describe('import', () => {
  test('reports invalid rows by number, and imports the rest', async () => {
    const file = write('bad.jsonl', [
      '{"user_id":"1","username":"ann","timezone":"europe/kiev"}',
      '{"user_id":"2","username":"bob","timezone":"PST"}',
      'no json',
      '{"user_id":"","username":5,"timezone":"UTC","updated_at":"yesterday"}',
      '{"user_id":"3","username":"cid","timezone":"UTC"}',
    ])
    const database = await createTestDatabase()
    const result = await spawnCommand({ DATABASE_URL: database }, 'import', '--from', file)
    expect(result.code).toBe(2)
    expect(result.stderr).toMatch(
      /Row 2 was skipped: user "2": timezone "PST" is not an IANA time zone name$/m,
    )
    expect(result.stderr).toMatch(/Row 3 was skipped: is not JSON/)
    expect(result.stderr).toMatch(
      /Row 4 was skipped: user "": user_id "" must not be empty; username 5 must be text; updated_at "yesterday" must be a time/,
    )
    expect(result.stderr).toContain('2 added, 0 updated, 0 kept, 3 invalid and skipped')
    expect(JSON.parse((await registry(database, 'export')).stdout)).toMatchObject({
      1: { timezone: 'Europe/Kiev' },
      3: { username: 'cid' },
    })
  })

  test('reports times that PostgreSQL would not accept, and those that nobody could correct', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const file = write('times.csv', [
      'user_id,username,timezone,created_at,updated_at',
      'a,x,UTC,2026-01-01T00:00:00.123456+15:59,',
      ...['2026-01-01T00:00:00+23:00', '9999-12-31T23:59:59.999Z', inDays(2)].map((at) => `b,x,UTC,,${at}`),
      `c,x,UTC,0000-01-01T00:00:00Z,`,
      `d,x,UTC,2026-01-01T00:00:00.${'1'.repeat(200)}Z,`,
      `e,x,UTC,1970-01-01T00:00:00Z,${inDays(0.5)}`,
    ])
    const database = await createTestDatabase()
    const { code, stderr } = await registry(database, 'import', '--from', file)
    expect(code).toBe(2)
    for (const row of [2, 6])
      expect(stderr).toMatch(
        new RegExp(`Row ${row} was skipped: user "\\w": (upd|cre)ated_at ".* must be a time such as`),
      )
    for (const row of [3, 4, 5])
      expect(stderr).toMatch(
        new RegExp(`Row ${row} was skipped: user "\\w": (upd|cre)ated_at ".*" must be between 1970 and a`),
      )
    expect(Object.keys(await names(database))).toEqual(['a', 'e'])
  })

  test('shows no rows when the database refuses them', async () => {
    const database = await createTestDatabase()
    await registry(database, 'migrate')
    await execute(database, "alter table timezones add check (username <> 'private')")
    const file = write('refused.csv', ['user_id,username,timezone', 'a,private,UTC'])
    const { code, stderr } = await registry(database, 'import', '--from', file)
    expect([code, stderr]).toEqual([1, expect.stringContaining('violates check constraint')])
    expect(stderr).not.toContain('private')
    expect(stderr).not.toContain('insert into')
  })

  test('without a visibility keeps the one a record has; new records get DEFAULT_VISIBILITY', async () => {
    const env = { DATABASE_URL: await createTestDatabase(), DEFAULT_VISIBILITY: 'unlisted' }
    const visibilities = async () =>
      Object.values(JSON.parse((await runCommand(env, 'export')).stdout)).map(
        (record) => (record as { visibility: string }).visibility,
      )
    const stated = write('stated.csv', [
      'user_id,username,timezone,visibility',
      ...['a,x,UTC,private', 'b,x,UTC,', 'c,x,UTC,public', 'd,x,UTC,secret'],
    ])
    const { code, stderr } = await runCommand(env, 'import', '--from', stated)
    expect(code).toBe(2)
    expect(stderr).toContain(
      'Row 4 was skipped: user "d": visibility "secret" must be public, unlisted or private',
    )
    expect(await visibilities()).toEqual(['private', 'unlisted', 'public'])

    const silent = write('silent.csv', ['user_id,username,timezone', 'a,y,UTC', 'c,y,UTC'])
    await runCommand(env, 'import', '--from', silent, '--overwrite')
    expect(await visibilities()).toEqual(['private', 'unlisted', 'public'])
    const changed = write('changed.csv', ['user_id,username,timezone,visibility', 'a,y,UTC,public'])
    await runCommand(env, 'import', '--from', changed, '--overwrite')
    expect(await visibilities()).toEqual(['public', 'unlisted', 'public'])
  })

  test('merges an availability; an empty one deletes it, and a file without the column keeps it', async () => {
    const database = await createTestDatabase()
    const availabilities = async () =>
      Object.values(JSON.parse((await registry(database, 'export')).stdout)).map(
        (record) => (record as { availability: string | null }).availability,
      )
    const header = 'user_id,username,timezone,availability'
    const wrong = ['mo', 'hours;mo 9:00-17:00', 'hours;mo,mo 09:00-17:00', 'all;mo 09:00-17:00', '{}']
    const stated = write('availabilities.csv', [
      header,
      'a,x,UTC,"hours;mo 09:00-12:00;mo 11:00-17:00"',
      'b,x,UTC,state',
      'c,x,UTC,',
      ...wrong.map((text, index) => `w${index},x,UTC,"${text}"`),
    ])
    const { code, stderr } = await registry(database, 'import', '--from', stated)
    expect(code).toBe(2)
    expect(stderr).toContain(
      'Row 4 was skipped: user "w0": availability "mo" must be hours or state and a week, such as hours;mo,tu 09:00-17:00',
    )
    expect(stderr).toContain('3 added, 0 updated, 0 kept, 5 invalid')
    const merged = 'hours;mo 09:00-17:00'
    expect(await availabilities()).toEqual([merged, 'state', null])
    const silent = write('without.csv', ['user_id,username,timezone', 'a,y,UTC', 'b,y,UTC'])
    await registry(database, 'import', '--from', silent, '--overwrite')
    expect(await availabilities()).toEqual([merged, 'state', null])
    const emptied = write('emptied.csv', [header, 'a,y,UTC,', 'c,y,UTC,hours'])
    await registry(database, 'import', '--from', emptied, '--overwrite')
    expect(await availabilities()).toEqual([null, 'state', 'hours'])
  })

  test('replaces a record only with a newer one, and never with a row without a time, unless --overwrite is set', async () => {
    const database = await createTestDatabase()
    const setUp = write('here.csv', [
      'user_id,username,timezone,created_at,updated_at',
      ...['a', 'b', 'c'].map((id) => `${id},here,UTC,2022-01-01T00:00:00Z,2022-06-01T00:00:00Z`),
    ])
    await registry(database, 'import', '--from', setUp)
    const rows = write('rows.csv', [
      'user_id,username,timezone,updated_at',
      'a,older,Asia/Tokyo,2022-05-31T23:59:59Z',
      'b,newer,Asia/Tokyo,2022-06-01T02:00:01+02:00',
      'c,unknown,Asia/Tokyo,',
    ])
    const kept = await registry(database, 'import', '--from', rows)
    expect(kept.stderr).toContain('0 added, 1 updated, 2 kept')
    expect(await names(database)).toEqual({ a: 'here', b: 'newer', c: 'here' })
    const overwritten = await registry(database, 'import', '--from', rows, '--overwrite')
    expect(overwritten.stderr).toContain('0 added, 3 updated, 0 kept')
    expect(await names(database)).toEqual({ a: 'older', b: 'newer', c: 'unknown' })
  })

  test('keeps the last of several rows of one user', async () => {
    const file = write(
      'twice.jsonl',
      ['Europe/Berlin', 'Asia/Tokyo', 'UTC'].map((timezone, index) =>
        JSON.stringify({
          user_id: 'a',
          username: `name ${index}`,
          timezone,
          updated_at: `2022-01-0${index + 1}T00:00:00Z`,
        }),
      ),
    )
    const database = await createTestDatabase()
    await registry(database, 'import', '--from', file)
    expect(await names(database)).toEqual({ a: 'name 2' })
  })

  test('reports problems of its arguments, its source and its configuration', async () => {
    const database = await createTestDatabase()
    expect(await registry(database, 'import')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--from'),
    })
    expect(await registry(database, 'import', '--from', 'no-such.csv')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no-such.csv'),
    })
    expect(await registry(database, 'import', '--from', write('x.txt', ['']))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--format'),
    })
    expect(await registry('mysql://x', 'export')).toMatchObject({
      code: 78,
      stderr: expect.stringContaining('DATABASE_URL'),
    })
    const broken = write('broken.json', ['{"a": {"username": "x", "timezone": "UTC"}, "b": '])
    expect(await registry(database, 'import', '--from', broken)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /broken\.json cannot be read as json: Parser .+ Rows before this .+ safe to repeat/,
      ),
    })
  })
})
