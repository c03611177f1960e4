import { createClient } from '@timezone-registry/client'
import { foldLetters } from '@timezone-registry/zones/fold'
import { describe, expect } from 'vitest'
import { test } from './api-test.ts'
import { randomUser, type TestApi } from './start-test-api.ts'

/** The names that a search finds. */
const FOUND: [name: string, users: string[]][] = [
  ['jose', ['José', '𝕁𝕠𝕤𝕖', 'joselyn', 'JOSEPH']],
  ['JOS', ['José', '𝕁𝕠𝕤𝕖', 'joselyn', 'JOSEPH', 'Josué']],
  ['Jose\u0301', ['José', '𝕁𝕠𝕤𝕖', 'joselyn', 'JOSEPH']],
  ['JOSÉL', ['joselyn']],
  ['osé', []],
  ['ири', ['Ирина']],
  ['ИРИ', ['Ирина']],
  ['елк', ['Ёлка']],
  ['ελε', ['Ελένη']],
  ['σίσυφος', ['ΣΊΣΥΦΟΣ']],
  ['ԱՐԱ', ['Արամ']],
  ['山田', ['山田太郎']],
  ['김민', ['김민준']],
  ['isi', ['IŞIK', 'ışıl']],
  ['IŞI', ['IŞIK', 'ışıl']],
  ['ıŞi', ['IŞIK', 'ışıl']],
  ['ipe', ['İpek']],
  ['strass', ['Straße', 'STRASSER']],
  ['STRAß', ['Straße', 'STRASSER']],
  ['luk', ['Łukasz']],
  ['sor', ['Søren']],
  ['😀😀', ['😀😀 fun']],
  ['😀 ', []],
  ['❤ y', ['❤️ you']],
  ['100%', ['100% sure', '100%_\\x']],
  ['100%_', ['100%_\\x']],
  ['100%_\\', ['100%_\\x']],
  ['1_', []],
  ['%s', []],
  ['\\x', []],
  ['zoe ', ['Zoë Smith']],
  ['x'.repeat(255), []],
  ...["o'neil", 'oneil', 'O‘NEIL', 'oʼn'].map((name) => [name, ['O’Neil']] as [string, string[]]),
  ['d’angelo', ["D'Angelo"]],
  ["дем'ян", ['Дем’ян']],
  ['aeon', ['Æon Flux']],
  ['oeuvre', ['Œuvre']],
  ['thordur', ['Þórður']],
  ['nelly t', ['Nel\u200bly\u00ad T']],
  ['gence', ['Gəncə']],
]
const NAMES = new Set([...FOUND.flatMap(([, users]) => users), 'Zoë-Ann'])

describe('GET /search', () => {
  test.beforeAll(({ api }) => setNames(api, [...NAMES]))

  test.for(FOUND)('%j finds %j', async ([name, expected], { api }) => {
    const users = await createClient(api).search(name)
    // Equal names are in the order of their random ids.
    expect(users.map(({ username }) => username).toSorted()).toEqual([...expected].toSorted())
  })

  test('returns the id, the name and both names of the zone, ordered by name and then by id', async ({
    api,
  }) => {
    for (const user_id of ['order c', 'order a', 'order b'])
      await api.save('Europe/Kiev', { user_id, username: 'Órder' })
    await api.client.setTimezone({ body: { user_id: '1', username: 'ORDERS', timezone: 'UTC' } })
    const { status, body } = await api.client.searchUsers({ query: { name: 'order' } })
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        users: [
          ...['order a', 'order b', 'order c'].map((id) => ({
            id,
            username: 'Órder',
            timezone: 'Europe/Kiev',
            canonical: 'Europe/Kyiv',
          })),
          { id: '1', username: 'ORDERS', timezone: 'UTC', canonical: 'Etc/UTC' },
        ],
      },
    })
  })

  test('reflects a change of name and a delete', async ({ api }) => {
    const client = createClient(api)
    const user = randomUser()
    await client.set({ ...user, username: 'Before', timezone: 'UTC' })
    await client.set({ ...user, username: 'Afterwards', timezone: 'UTC' })
    expect([await client.search('before'), await client.search('afterw')]).toMatchObject([
      [],
      [{ id: user.user_id }],
    ])
    await client.delete(user.user_id)
    expect(await client.search('afterw')).toEqual([])
  })

  test('returns at most 20 users, or as many as requested', async ({ api }) => {
    await setNames(
      api,
      Array.from({ length: 25 }, (_, n) => `many ${n}`),
    )
    const client = createClient(api)
    expect(await client.search('many')).toHaveLength(20)
    expect(await client.search('many', { limit: 3 })).toHaveLength(3)
    for (const query of [
      'name=many&limit=0',
      'name=many&limit=21',
      'name=many&limit=x',
      'name=j',
      "name=''",
      'name=%E2%80%8B%E2%80%8B',
      'name=',
      '',
    ])
      expect((await fetch(`${api.baseUrl}/v1/search?${query}`)).status, query).toBe(400)
  })

  test('compares the letters of names as the search for places does', async ({ api }) => {
    // Without marks, which are letters of other scripts.
    const letters = Array.from({ length: 0x2000 }, (_, code) => String.fromCodePoint(code)).filter((letter) =>
      /^(?=[\p{L}\p{Po}\p{Sk}])(?=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Armenian}\p{Script=Common}])/u.test(
        letter,
      ),
    )
    expect(letters.length).toBeGreaterThan(1500)
    const rows = await api.execute(
      `select letter, timezone_search_key(letter) as key from json_array_elements_text('${JSON.stringify(letters).replaceAll("'", "''")}') letter`,
    )
    expect(rows.filter(({ letter, key }) => key !== foldLetters(String(letter)))).toEqual([])
  })

  test('refuses what no name can contain, and answers 304 to the ETag of the same result', async ({
    api,
  }) => {
    for (const name of ['a%00b', 'a%FFb', '%E2%80%AEab', 'a%0Ab'])
      expect((await fetch(`${api.baseUrl}/search?name=${name}`)).status, name).toBe(400)
    const first = await fetch(`${api.baseUrl}/search?name=luk`)
    const etag = first.headers.get('etag') ?? ''
    const again = await fetch(`${api.baseUrl}/search?name=luk`, { headers: { 'if-none-match': etag } })
    expect([first.headers.get('cache-control'), again.status]).toEqual(['no-cache', 304])
  })

  test('accepts every name and id that may be stored, however large its index key would be', async ({
    api,
  }) => {
    for (const character of ['ﷺ', '한', '🕰', 'x']) {
      const user_id = `${crypto.randomUUID()}${'🕰'.repeat(219)}`
      const username = character.repeat(255)
      expect(await api.client.setTimezone({ body: { user_id, username, timezone: 'UTC' } })).toMatchObject({
        status: 200,
      })
      expect(await createClient(api).search(username)).toMatchObject([{ id: user_id }])
    }
  })
})

async function setNames(api: TestApi, names: readonly string[]): Promise<void> {
  for (const username of names) {
    const { status } = await api.client.setTimezone({ body: { ...randomUser(), username, timezone: 'UTC' } })
    expect(status, username).toBe(200)
  }
}
