import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromPathId, toPathId } from './path-id.ts'

test('ordinary ids are written as they are, so that links stay short and readable', () => {
  for (const id of ['80351110224678912', 'nelly', 'auth0-5f7c', 'a.b', '@nelly:matrix.example'])
    expect(toPathId(id)).toBe(encodeURIComponent(id))
})

test('a link holds nothing that a proxy or a chat service changes', () => {
  expect(
    ['1/', '.', '..', 'a//b', 'a\\b', '100%', 'x?', 'nelly_', 'a.', '.hidden', '~', '~61'].map(toPathId),
  ).toEqual(expect.arrayContaining(['~312f', '~2e', '~2e2e']))
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
      const part = toPathId(id)
      expect(decodeURIComponent(part)).toMatch(/^[\w@:~-][\w.@:-]*$/)
      expect(part).toMatch(/[a-z\d-]$/i)
      expect(fromPathId(decodeURIComponent(part))).toBe(id)
    }),
  )
})

test('a link of an earlier version names the same id, also one that looks encoded', () => {
  for (const id of ['a/b', '~', '~61', '~zz', '~ff', '~616', 'x~2f'])
    expect(fromPathId(decodeURIComponent(encodeURIComponent(id)))).toBe(id)
})
