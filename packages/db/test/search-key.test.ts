import { testServerUrl } from '@timezone-registry/test-servers/test-database'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrateToLatest } from '../src/migrate.ts'
import { openTestDatabase } from './open-test-database.ts'

// The characters that have a small letter in Unicode.
const CAPITALS = Array.from({ length: 0x1_10000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => character.toLowerCase() !== character)

test('a capital letter and its small letter have the same key, in every script', async () => {
  await using keys = await openKeys()
  expect(CAPITALS.length).toBeGreaterThan(1300)
  const small = CAPITALS.map((character) => character.toLowerCase())
  expect(await keys.of(CAPITALS)).toEqual(await keys.of(small))
  expect(await keys.of(CAPITALS.map((character) => `${character}x`))).toEqual(
    await keys.of(small.map((character) => `${character}x`)),
  )
})

test('the key is the same in a Turkish database', async ({ skip }) => {
  const names = ['IŞIK ıi İ', 'TITLE', 'Straße', 'ÀÉ']
  await using keys = await openKeys()
  await using turkish = await openKeys({ options: "locale_provider icu icu_locale 'tr'" }).catch(
    (error: Error) => skip(`The server has no ICU: ${error.message}`),
  )
  expect(await turkish.of(names)).toEqual(await keys.of(names))
  expect(await keys.of(names)).toEqual(['isik ii i', 'title', 'strasse', 'ae'])
})

test('no key is longer than 255 characters or contains the character that ends a range', async () => {
  await using keys = await openKeys()
  const found = await keys.of([
    'ﷺ'.repeat(255),
    '한'.repeat(255),
    'a\u{10ffff}b',
    '\u{10ffff}',
    'e\u0301\u0302',
    '',
  ])
  for (const key of found) expect([...key].length).toBeLessThanOrEqual(255)
  expect(found.slice(2)).toEqual(['ab', '', 'e', ''])
})

test('marks are ignored where they are accents, and kept where they are letters', async () => {
  await using keys = await openKeys()
  expect(await keys.of(['Ёж', 'שָׁלוֹם', 'مُحَمَّد', '❤️'])).toEqual(['еж', 'שלום', 'محمد', '❤'])
  const [hindi, thai] = ['कि', 'ที่']
  expect(await keys.of([hindi, thai])).toEqual([hindi, thai])
})

/** A database that computes the keys of names. */
async function openKeys({ options = '' } = {}) {
  const database = await openTestDatabase(options === '' ? {} : { url: await createDatabase(options) })
  await migrateToLatest(database)
  return {
    of: (names: readonly string[]) =>
      database.withConnection(async (query) => {
        const { rows } = await query(
          'select timezone_search_key(name) as key from unnest($1::text[]) with ordinality as given (name, place) order by place',
          [names],
        )
        return rows.map(({ key }) => String(key))
      }),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

async function createDatabase(options: string): Promise<string> {
  const client = new pg.Client(testServerUrl())
  await client.connect()
  try {
    const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
    await client.query(`create database ${name} template template0 ${options}`)
    const url = new URL(testServerUrl())
    url.pathname = `/${name}`
    return url.href
  } finally {
    await client.end()
  }
}
