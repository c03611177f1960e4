import { afterEach, expect, test, vi } from 'vitest'
import { cleanName, loadGroups, loadIds, readIds } from './selection.ts'

test.for([
  ['1, 2\n3 2', ['1', '2', '3']],
  ['<@80351110224678912>', ['80351110224678912']],
  ['<@1><@!2> hello', ['1', '2', 'hello']],
  [' ,, ', []],
  ['<@me>', ['<@me>']],
  ['\u202a55\u202c', ['55']],
  ['<@\u206655\u2069>\u200e,\u0007x\u0000', ['55', 'x']],
  ['\u202a55,55', ['55']],
  ['\u202a\u202c', []],
  ['1\u00002', ['12']],
  ['A\u030a', ['Å']],
  ['😀'.repeat(255), ['😀'.repeat(255)]],
] as const)('%j are the ids %j', ([text, ids]) => expect(readIds(text)).toEqual({ ids, refused: [] }))

test('an id of more than 255 characters is refused, unless only direction marks make it too long', () => {
  const long = 'x'.repeat(256)
  expect(readIds(`2, ${long}`)).toEqual({ ids: ['2'], refused: [long] })
  expect(readIds(`\u202a${'x'.repeat(255)}\u202c`).refused).toEqual([])
})

afterEach(() => vi.unstubAllGlobals())

test('stored lists and groups that hold ids the service refuses recover', () => {
  const ids = ['2', '\u202a55\u202c', 'x'.repeat(300), '\u0000', '', '3']
  const stored = new Map([
    ['timezone-registry:people', JSON.stringify(ids)],
    ['timezone-registry:groups', JSON.stringify([{ name: 'Raid team', ids }])],
  ])
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
  expect(loadIds()).toEqual(['2', '55', '3'])
  expect(loadGroups()).toEqual([{ name: 'Raid team', ids: ['2', '55', '3'] }])
})

test.for([
  ['  Raid   team ', 'Raid team'],
  ['a\u202eb', 'a b'],
  ['\n', ''],
  ['ä'.repeat(60), 'ä'.repeat(40)],
] as const)('the group name %j becomes %j', ([typed, name]) => expect(cleanName(typed)).toBe(name))
