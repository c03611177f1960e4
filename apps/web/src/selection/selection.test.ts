import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ownGroups, ownPeople } from './lists.ts'
import { cleanName, readId, readIds, readList } from './selection.ts'

beforeEach(() => vi.stubGlobal('location', { origin: 'https://here.test' }))
afterEach(() => vi.unstubAllGlobals())

test.for([
  ['1, 2\n3 2', ['1', '2', '3']],
  ['6;7', ['6', '7']],
  ['6; 7;\n8', ['6', '7', '8']],
  ['6、7，8；9،10؛11', ['6', '7', '8', '9', '10', '11']],
  ['nelly@example.com', ['nelly@example.com']],
  ['nelly@example.com;kenji@example.com', ['nelly@example.com', 'kenji@example.com']],
  [
    'Nelly Example <nelly@example.com>; Kenji <kenji@example.com>',
    ['nelly@example.com', 'kenji@example.com'],
  ],
  ['mailto:nelly@example.com', ['nelly@example.com']],
  ['<@80351110224678912>', ['80351110224678912']],
  ['<@1><@!2> hello', ['1', '2']],
  ['Is <@1>, <@!2> or <@3>’s turn? 4', ['1', '2', '3', '4']],
  ['hello', ['hello']],
  ['/u/6', ['6']],
  ['here.test/u/6?x#y', ['6']],
  ['http://here.test/u/6', ['6']],
  ['<https://here.test/u/6>', ['6']],
  ['(https://here.test/people?ids=2,3).', ['2', '3']],
  ["“6”, '7', 8.", ['6', '7', '8']],
  ['discord://-/users/6', ['6']],
  ['discord.com/users/6', ['6']],
  ['https://canary.discord.com/users/6', ['6']],
  ['https://here.test/u/%36', ['6']],
  [' ,, ', []],
  ['https://here.test/u/6', ['6']],
  ['https://here.test/u/a%2Fb%20c/', ['a/b c']],
  ['https://here.test/people?name=Raid&ids=2,3', ['2', '3']],
  ['Kenji: https://here.test/meet?ids=6%2C7&at=2026-11-01T05:30Z', ['6', '7']],
  ['https://discord.com/users/80351110224678912', ['80351110224678912']],
  ['https://ptb.discord.com/users/80351110224678912?x', ['80351110224678912']],
  ['@nelly:matrix.example', ['@nelly:matrix.example']],
  ['\u202a55\u202c', ['55']],
  ['<@\u206655\u2069>\u200e,\u0007x\u0000', ['55', 'x']],
  ['\u202a55,55', ['55']],
  ['\u202a\u202c', []],
  ['1\u00002', ['12']],
  ['8035\u200b1110\u00ad22', ['8035111022']],
  ['<@\u200b80351110224678912>', ['80351110224678912']],
  ['`6` **7** *8*', ['6', '7', '8']],
  ['[Nelly](https://here.test/u/12)', ['12']],
  ['here.test/badge/6.svg?clock=12 https://here.test/embed/7', ['6', '7']],
  ['\u200b6,\u20607\ufeff \u3164 8', ['6', '7', '8']],
  ['https://here.test/u/~612f62', ['a/b']],
  ['here.test/u/~612f62\u200b', ['a/b']],
  ['A\u030a', ['Å']],
  ['😀'.repeat(255), ['😀'.repeat(255)]],
] as const)('%j are the ids %j', ([text, ids]) => expect(readIds(text)).toEqual({ ids, refused: [] }))

test.for([
  '<@&80351110224678912>',
  '<@me>',
  '<#80351110224678912>',
  '<:wave:80351110224678912>',
  'https://discord.com/channels/1/2',
  'https://elsewhere.test/u/6',
  'https://here.test/privacy',
  'https://elsewhere.test/people?ids=6',
  '@nelly!!',
] as const)('%j has no id', (text) => {
  expect(readIds(`2 ${text}`)).toEqual({ ids: ['2'], refused: [text] })
  expect(readId(text)).toBeUndefined()
})

test('a link to another site is refused without its scheme, too', () => {
  expect(readIds('elsewhere.test/u/6')).toEqual({ ids: [], refused: ['https://elsewhere.test/u/6'] })
  expect(readId('elsewhere.test/u/6')).toBeUndefined()
})

test('a single id may have spaces, or be a mention or a link', () => {
  expect(['a/b c', ' 55\u202c', '<@!55>', 'https://here.test/u/55'].map(readId)).toEqual([
    'a/b c',
    '55',
    '55',
    '55',
  ])
})

test('an id of more than 255 characters is refused, unless only direction marks make it too long', () => {
  const long = 'x'.repeat(256)
  expect(readIds(`2, ${long}`)).toEqual({ ids: ['2'], refused: [long] })
  expect(readIds(`\u202a${'x'.repeat(255)}\u202c`).refused).toEqual([])
})

test('a list keeps ids as they are, with spaces and semicolons, too', () => {
  expect(readList(['Nelly Example', 'a;b', '6、7', ' 55\u202c', '55'])).toEqual([
    ...['Nelly Example', 'a;b', '6、7', '55'],
  ])
  expect(readList(['a,b', '<@&5>', 'https://here.test/u/6'])).toEqual([])
})

test('stored lists and groups that hold ids the service refuses recover', () => {
  const ids = ['2', '\u202a55\u202c', 'x'.repeat(300), '\u0000', '', '3']
  const stored = new Map([
    ['timezone-registry:people', JSON.stringify(ids)],
    ['timezone-registry:groups', JSON.stringify([{ name: 'Raid team', ids }])],
  ])
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
  expect(ownPeople.get()).toEqual(['2', '55', '3'])
  expect(ownGroups.get()).toEqual([{ id: 'Raid team', name: 'Raid team', ids: ['2', '55', '3'] }])
})

test.for([
  ['  Raid   team ', 'Raid team'],
  ['a\u202eb', 'a b'],
  ['\n', ''],
  ['ä'.repeat(60), 'ä'.repeat(40)],
  [`${'\u2800'.repeat(40)}a`, ''],
] as const)('the group name %j becomes %j', ([typed, name]) => expect(cleanName(typed)).toBe(name))
