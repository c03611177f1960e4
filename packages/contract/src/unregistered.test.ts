import { expect, test } from 'vitest'
import { readUnregistered, toEntry } from './unregistered.ts'

test.for([
  ['@Asia/Tokyo', { timezone: 'Asia/Tokyo', name: '' }],
  ['@UTC', { timezone: 'UTC', name: '' }],
  ['@Etc/GMT+5', { timezone: 'Etc/GMT+5', name: '' }],
  [
    '@America/Argentina/Buenos_Aires Lucía B.',
    { timezone: 'America/Argentina/Buenos_Aires', name: 'Lucía B.' },
  ],
  [`@Asia/Tokyo ${'😀'.repeat(40)}`, { timezone: 'Asia/Tokyo', name: '😀'.repeat(40) }],
] as const)('%j stands for %j, and earlier versions of the page drop it', ([entry, meant]) => {
  expect(readUnregistered(entry)).toEqual(meant)
  expect(toEntry(meant)).toBe(entry)
  expect(new URLSearchParams(new URLSearchParams({ ids: entry }).toString()).get('ids')).toBe(entry)
  // What was no id for them.
  expect(entry).toMatch(/^(?:[a-z]+:\/\/|<|@[^:]*$)/i)
})

test('a name that nobody sees is none', () => {
  for (const name of ['\u2800', '\ue000 \ufffc', '\u3164'])
    expect(readUnregistered(`@Asia/Tokyo ${name}`)).toEqual({ timezone: 'Asia/Tokyo', name: '' })
})

test.for([
  '2',
  '@nelly',
  '@EST',
  '@nelly:matrix.example',
  '@a/b/c/d',
  '@Asia/Tokyo ',
  `@Asia/Tokyo ${'x'.repeat(41)}`,
  'Anna@Asia/Tokyo',
])('%j is no such entry', (text) => expect(readUnregistered(text)).toBeUndefined())

test('commas and line breaks in a name are spaces, since commas separate ids', () => {
  expect(toEntry({ timezone: 'Asia/Tokyo', name: ' Ben,\n jr. ' })).toBe('@Asia/Tokyo Ben jr.')
})
