import { expect, test } from 'vitest'
import { createEventParser } from '../src/change-stream.ts'

test.for([1, 2, 3, 7, 1000])(
  'the event parser accepts chunks of %i characters, and skips events with a name',
  (size) => {
    const text =
      ': comment\nretry: 2000\n\nid: a\r\ndata: {"x":1}\r\n\r\nid: b\n\nevent: other\ndata: {}\n\ndata: one\ndata:two\n\n'
    const parser = createEventParser()
    const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
    expect(pieces.flatMap((piece) => parser.push(piece))).toEqual([
      { id: 'a', data: '{"x":1}' },
      { id: 'b' },
      { data: 'one\ntwo' },
    ])
  },
)

test('an endless event is refused', () => {
  const parser = createEventParser()
  const push = () => parser.push('data: '.padEnd(600_000, 'x'))
  push()
  expect(push).toThrow('too long')
})
