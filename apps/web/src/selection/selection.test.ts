import { expect, test } from 'vitest'
import { cleanName, splitIds } from './selection.ts'

test.for([
  ['1, 2\n3 2', ['1', '2', '3']],
  ['<@80351110224678912>', ['80351110224678912']],
  ['<@1><@!2> hello', ['1', '2', 'hello']],
  [' ,, ', []],
  ['<@me>', ['<@me>']],
] as const)('%j are the ids %j', ([text, ids]) => expect(splitIds(text)).toEqual(ids))

test.for([
  ['  Raid   team ', 'Raid team'],
  ['a\u202eb', 'a b'],
  ['\n', ''],
  ['ä'.repeat(60), 'ä'.repeat(40)],
] as const)('the group name %j becomes %j', ([typed, name]) => expect(cleanName(typed)).toBe(name))
