import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase } from '@timezone-registry/test-servers/test-database'
import { expect, test } from 'vitest'
import { createFiles, names, registry } from './transfer-commands.ts'

const { directory } = createFiles()

/** Imports these bytes into a new database: the exit code, the messages and the names by id. */
async function importFile(name: string, bytes: string | Buffer, ...options: string[]) {
  const file = join(directory, name)
  writeFileSync(file, bytes)
  const database = await createTestDatabase()
  const { code, stderr } = await registry(database, 'import', '--from', file, ...options)
  return { code, stderr, names: await names(database), database }
}

const ROWS = 'user_id,username,timezone\n1,Zoë,Europe/Berlin\n2,日本,Asia/Tokyo\n'
const IMPORTED = { code: 0, names: { 1: 'Zoë', 2: '日本' } }

test.for<[string, string, string[]]>([
  ['semicolons', ROWS.replaceAll(',', ';'), ['--delimiter', ';']],
  ['tabs', ROWS.replaceAll(',', '\t'), ['--delimiter', '\\t']],
  ['a byte-order mark', `\ufeff${ROWS}`, []],
  ['lines that end as on Windows', ROWS.replaceAll('\n', '\r\n'), []],
  [
    'more columns in another order',
    'timezone,x,username,user_id\nEurope/Berlin,,Zoë,1\nAsia/Tokyo,,日本,2\n',
    [],
  ],
  ['quoted values', ROWS.replaceAll(/[^,\n]+/g, '"$&"'), []],
  ['zero-width characters around ids', ROWS.replaceAll(/^\d/gm, '\u200b$&\ufeff'), []],
])('imports CSV with %s', async ([, bytes, options]) => {
  expect(await importFile('rows.csv', bytes, ...options)).toMatchObject(IMPORTED)
})

test('a file in another encoding or with another delimiter is refused with the reason', async () => {
  for (const [name, bytes] of [
    ['rows.csv', Buffer.from(`\ufeff${ROWS}`, 'utf16le')],
    ['rows.csv', Buffer.from('user_id,username,timezone\n1,Zo\xeb,UTC', 'latin1')],
    ['rows.jsonl', Buffer.from('{"username":"\xeb"}', 'latin1')],
    ['rows.json', Buffer.from('{"1":{"username":"\xeb"}}', 'latin1')],
  ] as const) {
    const { code, stderr } = await importFile(name, bytes)
    expect([code, stderr]).toEqual([1, expect.stringContaining('it is not UTF-8; save it as such')])
  }
  expect((await importFile('rows.csv', ROWS.replaceAll(',', ';'))).stderr).toContain(
    'must name the columns user_id, username, timezone, separated by the --delimiter; missing: user_id, username, timezone, found: "user_id;username;timezone"',
  )
})

test('the users of `/api/user/bulk` are imported, too, by their ids', async () => {
  const users = { 1: { userId: '1', timezoneId: 'Europe/Berlin', timezone: '+1' }, 2: null }
  expect(await importFile('bulk.json', JSON.stringify(users))).toMatchObject({ code: 0, names: { 1: '1' } })
})

test('an id that a spreadsheet has changed is refused, with the row and the reason', async () => {
  const changed = [
    // Rounded, as no long id before it shows that others are exact.
    '80351110224678900',
    ...[
      '8.03511E+16',
      '8,03511E+16',
      '8e+16',
      '8E16',
      '-5e3',
      '80,351,110,224,678,912',
      '80.351.110.224.678',
    ],
    ...[
      '80 351 110 224 678 912',
      '80\u00a0351\u00a0110\u00a0224\u00a0678',
      "80'351'110'224'678",
      '80351110224678912.0',
      '80,351,110,224,678,912.00',
      '80.351.110.224.678.912,00',
      '80,35,11,10,22,46,78,912',
    ],
    ...['########', '#REF!', '#N/A', '#NAME?', '#DIV/0!', '#ÜBERLAUF!', '#¿NOMBRE?', '#NV', 'Err:502'],
    ...['#¡VALOR!', '#N/D', '#Н/Д'],
  ]
  const kept = [
    ...[
      '80351110224678912',
      '80351110224678900',
      '192.168.100.200',
      '1.5',
      'a,b',
      '507e191e810c',
      '#1',
      '1,234',
    ],
    ...['1.000.000', '+49 170 123 456', '#general', 'e5'],
  ]
  const rows = [...changed, ...kept].map((id) => `"${id}",x,UTC`)
  const { code, stderr, names } = await importFile(
    'ids.csv',
    ['user_id,username,timezone', ...rows, '="80351110224678913",x,UTC', '5,a "b" c,UTC'].join('\n'),
  )
  expect(code).toBe(2)
  expect(Object.keys(names).toSorted()).toEqual([...kept, '5'].toSorted())
  expect(names[5]).toBe('a "b" c')
  for (const [index, id] of changed.entries())
    expect(stderr).toContain(`Row ${index + 1} was skipped: user_id ${id} was changed by a spreadsheet`)
  expect(stderr).toContain('user_id ="80351110224678913" was changed by a spreadsheet')
})

test('times are read as RFC 3339 and PostgreSQL have them, and refused without an offset', async () => {
  const rows = ['2026-11-21T12:00:00Z', '2026-11-21T17:30:00.5+05:30', '2026-11-21 12:00:00', 'infinity']
  rows.push('2026-11-21 12:00:00+00', '2026-11-21 17:30:00.123456+05:30', '2026-11-21 05:00:00-07')
  const { database, stderr } = await importFile(
    'times.csv',
    `user_id,username,timezone,updated_at\n${rows.map((time, index) => `${index},x,UTC,${time}`).join('\n')}\n`,
  )
  const records: Record<string, { updated_at: string }> = JSON.parse(
    (await registry(database, 'export')).stdout,
  )
  expect(Object.values(records).map(({ updated_at }) => updated_at)).toEqual([
    '2026-11-21T12:00:00.000000Z',
    '2026-11-21T12:00:00.500000Z',
    '2026-11-21T12:00:00.000000Z',
    '2026-11-21T12:00:00.123456Z',
    '2026-11-21T12:00:00.000000Z',
  ])
  expect(stderr).toContain(
    'Row 3 was skipped: user "2": updated_at "2026-11-21 12:00:00" must be a time such as',
  )
})

test('a row with more values than columns is refused by its number', async () => {
  const { code, stderr, names: saved } = await importFile('long.csv', `${ROWS}3,a,UTC,b\n4,c\n5,d,UTC\n`)
  expect([code, Object.keys(saved)]).toEqual([2, ['1', '2', '5']])
  for (const row of [3, 4]) expect(stderr).toContain(`Row ${row} was skipped: has more or fewer values`)
})

test('each skipped record is named by its id and value', async () => {
  const long = 'x'.repeat(300)
  const list = JSON.stringify({
    '80': { username: 'ann', timezone: 'Mumbai' },
    '81': { username: long, timezone: 'UTC' },
    '82': { timezone: long },
  })
  const { stderr, names: saved } = await importFile('list.json', list)
  expect(saved).toEqual({})
  expect(stderr).toContain('Row 1 was skipped: user "80": timezone "Mumbai" is not an IANA time zone name\n')
  expect(stderr).toMatch(/Row 2 was skipped: user "81": username "x{59}… must have at most 255 characters/)
  expect(stderr).toMatch(
    /Row 3 was skipped: user "82": username is required; timezone "x{59}… is not an IANA/,
  )
})

test('names are cleaned as for an API key', async () => {
  const rows = 'user_id,username,timezone\n1,\u202eevil\u0007,UTC\n2,Zoe\u0308,UTC\n3,\u202e,UTC\n'
  expect(await importFile('unclean.csv', rows)).toMatchObject({ code: 2, names: { 1: 'evil', 2: 'Zoë' } })
})

test('an exported CSV has no formulas and no long numbers, and its import restores each value', async () => {
  const values = [
    '=1+1',
    '+1',
    '-1',
    '@x',
    "'=1",
    "''-1",
    "'quoted'",
    '＝1',
    'a=b',
    "'",
    '80351110224678912',
    '007',
    '1E5',
    "'80351110224678912",
  ]
  const list = Object.fromEntries(values.map((value) => [value, { username: value, timezone: 'UTC' }]))
  const { database, names: saved } = await importFile('formulas.json', JSON.stringify(list))
  expect(Object.keys(saved)).toHaveLength(values.length)
  const { stdout } = await registry(database, 'export', '--format', 'csv')
  expect(stdout.split('\n').filter((line) => /(?:^|,)"?(?:[=+\-@＝]|\d{12}|0\d|1E5)/.test(line))).toEqual([])
  expect((await importFile('formulas.csv', stdout)).names).toEqual(saved)
})

test('a record without an end is refused', async () => {
  const { code, stderr } = await importFile(
    'endless.csv',
    `user_id,username,timezone\n1,"${'x'.repeat(200_000)}`,
  )
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('cannot be read as csv') })
})
