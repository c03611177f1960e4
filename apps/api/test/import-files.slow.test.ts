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
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

test.for<[string, string | Buffer]>([
  ['semicolons', ROWS.replaceAll(',', ';')],
  ['tabs', ROWS.replaceAll(',', '\t')],
  ['a line that names the separator', `sep=;\r\n${ROWS.replaceAll(',', ';')}`],
  ['a byte-order mark', `\ufeff${ROWS}`],
  ['UTF-16 with a byte-order mark', utf16(`\ufeff${ROWS}`)],
  ['UTF-16 without one', utf16(ROWS)],
  ['big-endian UTF-16', utf16(`\ufeff${ROWS}`).swap16()],
  ['lines that end as on Windows', ROWS.replaceAll('\n', '\r\n')],
  ['other spellings in the header', ROWS.replace('user_id,username,timezone', 'User ID,userName,time zone')],
  ['more columns in another order', 'zone,x,Name,ID\nEurope/Berlin,,Zoë,1\nAsia/Tokyo,,日本,2\n'],
  ['quoted values', ROWS.replaceAll(/[^,\n]+/g, '"$&"')],
])('imports CSV with %s', async ([, bytes]) => {
  expect(await importFile('rows.csv', bytes)).toMatchObject(IMPORTED)
})

test('a byte-order mark and UTF-16 are read in the other formats, too', async () => {
  const lines = '{"user_id":"1","username":"Zoë","timezone":"UTC"}\n'
  const list = '{"1":{"username":"Zoë","timezone":"UTC"}}'
  for (const [name, text] of [
    ['rows.jsonl', lines],
    ['rows.json', list],
  ] as const)
    for (const bytes of [`\ufeff${text}`, utf16(`\ufeff${text}`)])
      expect(await importFile(name, bytes)).toMatchObject({ code: 0, names: { 1: 'Zoë' } })
})

test('a header without the columns is one message', async () => {
  const { code, stderr } = await importFile('rows.csv', 'who,where\n1,UTC\n2,UTC\n')
  expect(code).toBe(1)
  expect(stderr).toContain('missing: user_id, username, timezone, found: "who", "where"')
  expect(stderr).not.toContain('Row 1')
})

test('rows that are not valid UTF-8 are refused, and a replacement character is kept', async () => {
  const latin1 = Buffer.from('user_id,username,timezone\n1,Zo\xeb,UTC\n2,Ann,UTC\n', 'latin1')
  const result = await importFile('latin1.csv', Buffer.concat([latin1, Buffer.from('3,\ufffd,UTC\n')]))
  expect(result).toMatchObject({ code: 2, names: { 2: 'Ann', 3: '\ufffd' } })
  expect(result.stderr).toContain('Row 1 was skipped: user "1": not valid UTF-8: username')
  const unnamed = Buffer.from('user_id,username,timezone\nZo\xeb,x,UTC\n', 'latin1')
  expect((await importFile('unnamed.csv', unnamed)).stderr).toContain(
    'Row 1 was skipped: not valid UTF-8: user_id',
  )
  const line = (id: string) => `{"user_id":"${id}","username":"Zo\xeb","timezone":"UTC"}\n`
  const lines = await importFile(
    'latin1.jsonl',
    Buffer.from(line('1') + line('2').replace('\xeb', 'e'), 'latin1'),
  )
  expect(lines).toMatchObject({ code: 2, names: { 2: 'Zoe' } })
  const half = Buffer.concat([utf16(`\ufeff${ROWS}3,`), Buffer.from([0x3d, 0xd8]), utf16(',UTC\n')])
  expect((await importFile('half.csv', half)).code).toBe(1)
  expect((await importFile('latin1.json', Buffer.from('{"1":{"username":"\xeb"}}', 'latin1'))).code).toBe(1)
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
  expect(stderr).toContain(
    'Row 1 was skipped: user "80": timezone "Mumbai" is not an IANA time zone name; did you mean Asia/Kolkata?',
  )
  expect(stderr).toMatch(/Row 2 was skipped: user "81": username "x{59}… must have at most 255 characters/)
  expect(stderr).toMatch(
    /Row 3 was skipped: user "82": username is required; timezone "x{59}… is not an IANA/,
  )
})

test('--clean cleans names as for an API key', async () => {
  const rows = 'user_id,username,timezone\n1,\u202eevil\u0007,UTC\n2,Zoe\u0308,UTC\n3,\u202e,UTC\n'
  expect((await importFile('unclean.csv', rows)).names).toEqual({})
  expect((await importFile('unclean.csv', rows, '--clean')).names).toEqual({ 1: 'evil', 2: 'Zoë' })
})

test('an exported CSV has no formulas, and its import restores each value', async () => {
  const values = ['=1+1', '+1', '-1', '@x', "'=1", "''-1", "'quoted'", '＝1', 'a=b', "'"]
  const list = Object.fromEntries(values.map((value) => [value, { username: value, timezone: 'UTC' }]))
  const { database, names: saved } = await importFile('formulas.json', JSON.stringify(list))
  expect(Object.keys(saved)).toHaveLength(values.length)
  const { stdout } = await registry(database, 'export', '--format', 'csv')
  expect(stdout.split('\n').filter((line) => /(?:^|,)"?[=+\-@＝]/.test(line))).toEqual([])
  expect((await importFile('formulas.csv', stdout)).names).toEqual(saved)
})

test('a record without an end is refused', async () => {
  const { code, stderr } = await importFile(
    'endless.csv',
    `user_id,username,timezone\n1,"${'x'.repeat(200_000)}`,
  )
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('cannot be read as csv') })
  expect((await importFile('endless.jsonl', 'x'.repeat(9_000_000))).stderr).toContain(
    'a record has more than 8 MB',
  )
})
